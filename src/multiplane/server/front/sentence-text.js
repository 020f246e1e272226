// A sentence in one line: words, each with /head and /label if they are known.
//   A/2 letter/3/nsubj came/0 today/3 from/6 home/2

const SHORT = /^(.+?)\/(\d{1,3})(?:\/(\S*))?$/u;

export const isConllu = (text) => /^\d+\t/m.test(text);

export function fromLine(line) {
  const words = line.trim().split(/\s+/u).filter(Boolean);
  const sentence = { forms: [], tags: [], heads: [], labels: [] };
  for (const word of words) {
    const parts = SHORT.exec(word);
    sentence.forms.push((parts ? parts[1] : word).replaceAll("\u00a0", " "));
    sentence.heads.push(parts ? Number(parts[2]) : 0);
    sentence.labels.push(parts?.[3] ?? "");
    sentence.tags.push("");
  }
  return sentence;
}

export const hasHeads = (sentence) => sentence.heads.some((head) => head);

export function asLine(sentence) {
  const known = hasHeads(sentence);
  return sentence.forms
    .map((form, d) => {
      const word = form.replaceAll(" ", "\u00a0");
      if (!known) return word;
      const label = sentence.labels[d] ? `/${sentence.labels[d]}` : "";
      return `${word}/${sentence.heads[d] ?? 0}${label}`;
    })
    .join(" ");
}

// In a link, columns of their own, which read better than slashes.
export function asState(sentence) {
  const some = (column) => (column.some(Boolean) ? column.map((item) => item || "_").join(",") : "");
  return {
    words: sentence.forms.map((form) => form.replaceAll(" ", "\u00a0")).join(" "),
    heads: hasHeads(sentence) ? sentence.heads.map((head) => head ?? 0).join(",") : "",
    labels: some(sentence.labels.map((label) => label.replaceAll(",", ";"))),
    tags: some(sentence.tags.map((tag) => tag.replaceAll(",", ";"))),
  };
}

export function fromState({ words, heads, labels, tags }) {
  if (!words) return null;
  const forms = words.trim().split(" ").filter(Boolean).map((form) => form.replaceAll("\u00a0", " "));
  const column = (text, otherwise) => {
    const items = text ? text.split(",") : [];
    return forms.map((_, d) => (items[d] === undefined || items[d] === "_" ? otherwise : items[d]));
  };
  const known = column(heads, "0").map((head) => Number.parseInt(head, 10) || 0);
  return {
    forms,
    heads: known.map((head, d) => (head > forms.length || head === d + 1 ? 0 : head)),
    labels: column(labels, ""),
    tags: column(tags, ""),
  };
}

// What the interface takes.
export const asked = (sentence) => ({
  forms: sentence.forms,
  tags: sentence.tags,
  heads: sentence.heads,
  labels: sentence.labels,
});
