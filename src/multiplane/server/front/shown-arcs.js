// The arcs to draw: those of the tree and those of the derivation so far.  Arcs to come are ghosts;
// what the whole derivation never builds is lost; what is built, but not in the tree, is marked.

export function shownArcs({ derivation, drawing, sentence, at, here }) {
  const steps = derivation?.steps ?? [];
  const directed = derivation?.directed ?? true;
  const key = (arc) => (directed ? `${arc.head}-${arc.dependent}` : [arc.head, arc.dependent].sort((a, b) => a - b).join("-"));
  const planes = new Map((drawing?.arcs ?? []).map((arc) => [key(arc), arc.plane]));
  const built = new Map();
  const whole = at === null;
  const lost = new Set(derivation?.by === "oracle" ? derivation.lost : []);
  steps.forEach((step, k) => {
    for (const arc of step.arcs) {
      if (!whole || !drawing) planes.set(key(arc), arc.plane);
      if (k <= here && !whole) built.set(key(arc), k === here ? "new" : "built");
    }
  });
  const look = (arc) => {
    if (lost.has(arc.dependent)) return "lost";
    return whole ? "built" : built.get(key(arc)) ?? "ghost";
  };
  const arcs = (drawing?.arcs ?? []).map((arc) => ({
    head: arc.head, dependent: arc.dependent, label: sentence.labels[arc.dependent - 1],
    plane: planes.get(key(arc)) ?? 1, look: look(arc),
  }));
  const right = new Set(arcs.map(key));
  for (const step of steps.slice(0, here + 1)) {
    for (const arc of step.arcs) {
      if (right.has(key(arc)) || (whole && drawing)) continue;
      arcs.push({ ...arc, plane: planes.get(key(arc)), label: drawing ? "✗" : "", look: whole ? "built" : built.get(key(arc)) });
    }
  }
  return arcs;
}
