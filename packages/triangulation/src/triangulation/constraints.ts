import { type Triangulation } from './triangulation.ts';
import { triangleOf } from '../geometry/sides.ts';

// The lists of segments that run along edges: `Triangulation.constraint` and its `node…` arrays.

/** Adds a segment to the edge of half-edge `e`; the segment enters the edge at vertex `start`. */
export function addConstraint(t: Triangulation, e: number, segment: number, start: number): void {
  const node = t.freeNodes.pop() ?? t.nodeSegment.length;
  t.nodeSegment[node] = segment;
  t.nodeStart[node] = start;
  t.nodeNext[node] = t.constraint[e];
  setConstraint(t, e, node);
}

/**
 * Sets the first entry of the list of an edge, and adds both triangles of the edge to `touched`. If
 * another entry of the list has changed, `list` is the first entry that the edge has already.
 */
function setConstraint(t: Triangulation, e: number, list: number): void {
  t.constraint[e] = list;
  const b = t.twin[e];
  if (b >= 0) t.constraint[b] = list;
  t.touched?.push(triangleOf(e));
  if (b >= 0) t.touched?.push(triangleOf(b));
}

/** Removes one entry of `segment` from the edge. Returns whether there was one. */
export function removeConstraint(t: Triangulation, e: number, segment: number): boolean {
  let before = -1;
  for (let node = t.constraint[e]; node >= 0; node = t.nodeNext[node]) {
    if (t.nodeSegment[node] === segment) {
      if (before >= 0) t.nodeNext[before] = t.nodeNext[node];
      setConstraint(t, e, before < 0 ? t.nodeNext[node] : t.constraint[e]);
      t.freeNodes.push(node);
      return true;
    }
    before = node;
  }
  return false;
}

/** Removes all segments from an edge and returns them: pairs of segment and start vertex. */
export function takeConstraints(t: Triangulation, e: number): number[] {
  const taken: number[] = [];
  for (let node = t.constraint[e]; node >= 0; node = t.nodeNext[node]) {
    taken.push(t.nodeSegment[node], t.nodeStart[node]);
    t.freeNodes.push(node);
  }
  setConstraint(t, e, -1);
  return taken;
}

/** A copy of an edge's list for the part between the edge's end `from` and a new vertex `cut`. */
export function copyList(t: Triangulation, list: number, from: number, cut: number): number {
  let copy = -1;
  for (let node = list; node >= 0; node = t.nodeNext[node]) {
    const fresh = t.freeNodes.pop() ?? t.nodeSegment.length;
    t.nodeSegment[fresh] = t.nodeSegment[node];
    t.nodeStart[fresh] = t.nodeStart[node] === from ? from : cut;
    t.nodeNext[fresh] = copy;
    copy = fresh;
  }
  return copy;
}

export function freeList(t: Triangulation, list: number): void {
  for (let node = list; node >= 0; node = t.nodeNext[node]) t.freeNodes.push(node);
}

/** How often one of the segments `first .. end - 1` runs along the edge. */
export function countConstraints(t: Triangulation, e: number, first: number, end: number): number {
  let count = 0;
  for (let node = t.constraint[e]; node >= 0; node = t.nodeNext[node]) {
    const segment = t.nodeSegment[node];
    if (segment >= first && segment < end) count++;
  }
  return count;
}
