// A form for a question to the interface, made from its description, and the answer to it.

import { h, replace } from "./dom.js";

const LONGEST = 20000; // characters of an answer that are shown

// Something that the description allows: its first example, its default, or what is required of it.
export function example(schema, described) {
  if (!schema) return undefined;
  if (schema.$ref) return example(described.components.schemas[schema.$ref.split("/").at(-1)], described);
  if (schema.examples) return schema.examples[0];
  if ("default" in schema) return schema.default;
  if (schema.anyOf) return example(schema.anyOf[0], described);
  if (schema.type === "object") {
    const known = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(known.map(([name, part]) => [name, example(part, described)]));
  }
  return { string: "", integer: 0, number: 0, boolean: false, array: [] }[schema.type];
}

function field(name, { schema = {}, required, description }, initial = "") {
  const input = schema.enum
    ? h("select", { "aria-label": name }, h("option", { value: "" }, ""), schema.enum.map((value) => h("option", { value }, value)))
    : h(name === "data" ? "textarea" : "input", { "aria-label": name, value: initial, rows: name === "data" ? 3 : undefined, spellcheck: "false" });
  const given = h("input", { type: "checkbox", checked: required, "aria-label": `send ${name}` });
  input.addEventListener("input", () => (given.checked = true));
  return { name, input, given, row: h("div", { class: "field", title: description }, given, h("code", {}, name), input) };
}

function question(method, path, operation, described) {
  const parameters = (operation.parameters ?? []).map((one) =>
    [one.in, field(one.name, one, one.in === "path" ? "arc-eager" : one.name === "data" ? "They saw her duck." : "")]);
  const content = operation.requestBody?.content ?? {};
  const form = content["application/x-www-form-urlencoded"]?.schema;
  const fields = Object.entries(form?.properties ?? {}).map(([name, schema]) =>
    field(name, { schema, description: schema.description, required: form.required?.includes(name) }, name === "data" ? "They saw her duck." : ""));
  const json = content["application/json"]?.schema;
  const text = json && h("textarea", { rows: 8, spellcheck: "false", "aria-label": "question", value: JSON.stringify(example(json, described), null, 2) });
  const file = content["application/octet-stream"] && h("input", { type: "file", "aria-label": "file" });
  const sent = (list) => new URLSearchParams(list.filter(({ given }) => given.checked).map(({ name, input }) => [name, input.value]));
  return {
    shown: [...parameters.map(([, { row }]) => row), ...fields.map(({ row }) => row), text, file],
    ask() {
      const of = (place) => parameters.filter(([where]) => where === place).map(([, one]) => one);
      const address = of("path").reduce((address, { name, input }) => address.replace(`{${name}}`, encodeURIComponent(input.value)), path);
      const query = sent(of("query")).toString();
      const options = { method: method.toUpperCase() };
      if (text) Object.assign(options, { body: text.value, headers: { "Content-Type": "application/json" } });
      if (form) options.body = sent(fields);
      if (file) Object.assign(options, { body: file.files[0] ?? "", headers: { "Content-Type": "application/octet-stream" } });
      return fetch(query ? `${address}?${query}` : address, options);
    },
  };
}

export function trial(method, path, operation, described) {
  const { shown, ask } = question(method, path, operation, described);
  const answer = h("div", { "aria-live": "polite" });
  const button = h("button", { type: "button", onclick: send }, "Send");

  async function send() {
    button.disabled = true;
    const begin = performance.now();
    try {
      const response = await ask();
      const type = response.headers.get("Content-Type") ?? "";
      let body = await response.text();
      if (type.includes("json")) body = JSON.stringify(JSON.parse(body), null, 2);
      const rest = body.length > LONGEST ? "\n…" : "";
      replace(answer, h("p", {}, `${response.status} ${response.statusText}, ${Math.round(performance.now() - begin)} ms`),
        h("pre", { tabindex: "0" }, body.slice(0, LONGEST) + rest));
    } catch (error) {
      replace(answer, h("p", { class: "trouble", role: "alert" }, error.message));
    }
    button.disabled = false;
  }

  return h("details", { class: "try" }, h("summary", {}, "Try it"), h("div", { class: "fields" }, shown), button, answer);
}
