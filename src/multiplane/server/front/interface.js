// The JSON interface, from its own description.

import { get } from "./api.js";
import { h } from "./dom.js";

export async function page(main) {
  const described = await get("/api/openapi.json");
  const name = (reference) => reference?.split("/").at(-1) ?? "";
  const rows = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, requestBody, responses }]) => {
      const [content] = Object.entries(requestBody?.content ?? {});
      const answer = name(responses["200"]?.content?.["application/json"]?.schema?.$ref);
      return h("li", {},
        h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)),
        h("p", {}, summary, "."),
        h("p", { class: "aside" }, content ? `takes ${name(content[1].schema?.$ref) || content[0]}, ` : "", `returns ${answer}`));
    }));
  main.replaceChildren(
    h("h1", {}, "JSON interface"),
    h("p", { class: "lead" }, "These pages are built on this interface. Full description (OpenAPI): ", h("a", { href: "/api/openapi.json", target: "_blank" }, "openapi.json"), "."),
    h("ul", { class: "interface" }, rows));
  return { title: "JSON interface" };
}
