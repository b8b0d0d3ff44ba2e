import { countConstraints } from './constraints.ts';
import { isBefore, turn } from './predicates.ts';
import { firstAround, next, type Triangulation, turnLeft } from './triangulation.ts';

/**
 * The triangles inside a closed ring of segments `first .. end - 1`, by the even-odd rule: a ring that crosses itself is
 * defined, and so is one that rounding or other obstacles have bent. Found from the ring's edges inwards, so
 * the work follows the inside, not the map.
 */
export function trianglesInside(
  t: Triangulation,
  first: number,
  end: number,
  vertex: number,
): Set<number> {
  const isRing = (e: number): boolean => (countConstraints(t, e, first, end) & 1) === 1;
  // 1: the ring's vertices, by walking its edges, those it runs over an even number of times included
  const vertices = [vertex];
  const seen = new Set(vertices);
  let lowest = -1;
  for (let i = 0; i < vertices.length; i++) {
    const v = vertices[i]!;
    forEdgesAround(t, v, (e, to) => {
      // an edge that is run over an even number of times parts nothing
      if (isRing(e) && (lowest < 0 || isBefore(t, v, lowest))) lowest = v;
      if (!seen.has(to) && countConstraints(t, e, first, end) > 0) {
        seen.add(to);
        vertices.push(to);
      }
    });
  }
  // 2: around each vertex, which of its triangles are inside. The vertex that comes first by x, then y has the
  // outside to the right of its lowest edge; from there it spreads along edges, whose two triangles are known
  const inside = new Map<number, boolean>();
  if (lowest < 0) return new Set();
  const start = lowestEdge(t, lowest, isRing);
  const queue = [lowest];
  const queued = new Set(queue);
  markAround(t, start, true, isRing, inside);
  for (let i = 0; i < queue.length; i++) {
    forEdgesAround(t, queue[i]!, (e, to) => {
      if (queued.has(to) || countConstraints(t, e, first, end) === 0) return;
      queued.add(to);
      queue.push(to);
      const back = t.twin[e]!;
      markAround(t, back, inside.get((back / 3) | 0)!, isRing, inside);
    });
  }
  // 3: from those, all that no edge of the ring parts from them
  const found = new Set<number>();
  const stack: number[] = [];
  for (const [triangle, is] of inside)
    if (is) {
      found.add(triangle);
      stack.push(triangle);
    }
  for (;;) {
    const triangle = stack.pop();
    if (triangle === undefined) return found;
    for (let e = triangle * 3; e < triangle * 3 + 3; e++) {
      const other = t.twin[e]!;
      if (other < 0) continue;
      const beyond = (other / 3) | 0;
      if (found.has(beyond) || isRing(e)) continue;
      found.add(beyond);
      stack.push(beyond);
    }
  }
}

/** Every half-edge that starts at `v`, which lies inside the hull, and where it ends. */
export function forEdgesAround(
  t: Triangulation,
  v: number,
  visit: (e: number, to: number) => void,
): void {
  const first = firstAround(t, v);
  if (first < 0) return;
  let e = first;
  do {
    visit(e, t.corner[next(e)]!);
    e = turnLeft(t, e);
  } while (e >= 0 && e !== first);
}

/** Of the ring's edges at its first vertex the one furthest to the right, starting there. */
function lowestEdge(t: Triangulation, v: number, isRing: (e: number) => boolean): number {
  let best = -1;
  let bestTo = -1;
  forEdgesAround(t, v, (e, to) => {
    if (!isRing(e)) return;
    if (best < 0 || turn(t, v, bestTo, to) < 0) {
      best = e;
      bestTo = to;
    }
  });
  return best;
}

/** Marks the triangles around `v`, starting left of the half-edge `out`, which starts at `v`. */
function markAround(
  t: Triangulation,
  out: number,
  leftInside: boolean,
  isRing: (e: number) => boolean,
  inside: Map<number, boolean>,
): void {
  let state = leftInside;
  let e = out;
  do {
    inside.set((e / 3) | 0, state);
    e = turnLeft(t, e);
    if (isRing(e)) state = !state;
  } while (e !== out);
}
