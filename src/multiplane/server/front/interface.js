// The JSON interface, from its own description; each question can be tried.

import { get } from "./api.js";
import { h } from "./dom.js";
import { trial } from "./try.js";

const name = (reference) => reference?.split("/").at(-1) ?? "";

function limits({ limits, options }) {
  const rows = Object.entries(options).map(([field, option]) =>
    h("tr", {}, h("th", { scope: "row" }, h("code", {}, option)), h("td", {}, field.replaceAll("_", " ")), h("td", { class: "number" }, limits[field].toLocaleString("en"))));
  return h("details", {}, h("summary", {}, "Limits, and the options of the server that set them"),
    h("table", { class: "numbers" }, h("tbody", {}, rows)));
}

export async function page(main) {
  const [described, about] = await Promise.all([get("/api/openapi.json"), get("/api")]);
  const rows = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { summary, requestBody, responses } = operation;
      const [content] = Object.entries(requestBody?.content ?? {});
      const answer = name(responses["200"]?.content?.["application/json"]?.schema?.$ref);
      const takes = content ? `takes ${name(content[1].schema?.$ref) || content[0]}, ` : "";
      return h("li", {},
        h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)),
        h("p", {}, summary, "."),
        h("p", { class: "aside" }, takes, `returns ${answer || "text"}`),
        trial(method, path, operation, described));
    }));
  main.replaceChildren(
    h("h1", {}, "JSON interface"),
    h("p", { class: "lead" }, "These pages are built on this interface. Full description (OpenAPI): ", h("a", { href: "/api/openapi.json", target: "_blank" }, "openapi.json"), "."),
    limits(about),
    h("ul", { class: "interface" }, rows));
  return { title: "JSON interface" };
}
