// Icons as paths, since not every machine has signs such as ⏮ in its fonts.

import { s } from "./dom.js";

const PATHS = {
  first: "M4 3v10M13 3.5v9L6 8z",
  back: "M11.5 3v10L4 8z",
  play: "M4.5 2.5v11L13 8z",
  pause: "M4.5 3h2.5v10H4.5zM9 3h2.5v10H9z",
  forward: "M4.5 3v10L12 8z",
  last: "M12 3v10M3 3.5v9L10 8z",
};

export const icon = (name) => s("svg", { class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", "data-icon": name }, s("path", { d: PATHS[name] }));
