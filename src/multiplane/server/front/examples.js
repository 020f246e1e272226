// Sentences to begin with; from the papers' figures, and for each kind of crossing.

import { fromLine } from "./sentence-text.js";

export const EXAMPLES = [
  {
    title: "A parcel came…",
    shows: "crossing arcs",
    line: "A/2/det parcel/3/nsubj came/0/root yesterday/3/advmod with/7/case no/7/det name/2/nmod on/9/case it/7/nmod ./3/punct",
    tags: "DET NOUN VERB ADV ADP DET NOUN ADP PRON PUNCT",
  },
  {
    title: "Economic news…",
    shows: "projective",
    source: "2013, Figure 2",
    line: "Economic/2/NMOD news/3/SBJ had/0/ROOT little/5/NMOD effect/3/OBJ on/5/NMOD financial/8/NMOD markets/6/PMOD ./3/P",
    tags: "ADJ NOUN VERB ADJ NOUN ADP ADJ NOUN PUNCT",
  },
  {
    title: "Whom did you say…",
    shows: "covered root",
    line: "Whom/7/obj did/4/aux you/4/nsubj say/0/root that/7/mark she/7/nsubj met/4/ccomp",
    tags: "PRON AUX PRON VERB SCONJ PRON VERB",
  },
  {
    title: "Z nich je jen jedna…",
    shows: "Czech",
    source: "2013, Figure 1",
    line: "Z/5/AuxP nich/1/Atr je/0/Pred jen/5/AuxZ jedna/3/Sb na/3/AuxP kvalitu/6/Adv ./3/AuxK",
    tags: "ADP PRON AUX ADV NUM ADP NOUN PUNCT",
  },
  {
    title: "Aurea purpuream…",
    shows: "ill-nested",
    source: "Aeneid 4.139",
    line: "Aurea/4/amod purpuream/5/amod subnectit/0/root fibula/3/nsubj vestem/3/obj",
    tags: "ADJ ADJ VERB NOUN NOUN",
  },
  {
    title: "dat ik Jan Marie…",
    shows: "three planes",
    line: "dat/7/mark ik/7/nsubj Jan/8/nsubj Marie/9/nsubj de/6/det kat/9/obj zag/0/root leren/7/xcomp voeren/8/xcomp",
    tags: "SCONJ PRON PROPN PROPN DET NOUN VERB VERB VERB",
  },
];

export function example(index) {
  const { line, tags } = EXAMPLES[index];
  return { ...fromLine(line), tags: tags.split(" ") };
}
