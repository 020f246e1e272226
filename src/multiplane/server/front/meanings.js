// What the properties of systems mean, in a line each.

export const MEANINGS = {
  planes: "The number of planes on which all its arcs can be drawn without crossings",
  divisible: "Every transition is composed of the elementary ones, perhaps with conditions",
  planar: "No two arcs that it builds cross",
  single_head: "No word ever gets two heads",
  acyclic: "It never builds a cycle, whichever way its arcs point",
  no_covered_roots: "No word without a head lies under an arc",
  projective: "No two arcs cross, and no word without a head lies under an arc",
  robust: "It never gets stuck: before the end, some transition is always permitted",
  bounded: "No derivation goes on for ever",
  efficient: "Divisible, with a shift, and every transition uses something up (2013, Definition 13)",
  linear_transitions: "The number of transitions grows no faster than the sentence",
  linear_elementary: "The number of elementary steps grows no faster than the sentence",
};
