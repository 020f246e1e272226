// Systems by what they build, in the order in which one meets them.

const GROUPS = [
  ["Undirected", ({ name }) => name.startsWith("undirected-")],
  ["Projective trees", ({ verdicts }) => verdicts.projective],
  ["One plane", ({ planes }) => planes === 1],
  ["Several planes", ({ planes, name }) => planes > 1 || name === "side-stack"],
  ["Other non-projective", () => true],
];

// [[title, rows], …]: each row is in the first group that fits; undirected ones come last.
export function grouped(systems) {
  const found = new Map(GROUPS.map(([title]) => [title, []]));
  for (const row of systems) found.get(GROUPS.find(([, fits]) => fits(row))[0]).push(row);
  const [first, ...others] = [...found].filter(([, rows]) => rows.length);
  return first?.[0] === "Undirected" ? [...others, first] : [first, ...others].filter(Boolean);
}
