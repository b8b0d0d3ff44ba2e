import { type Triangulation } from './triangulation.ts';

/** Notes that `segment` runs along the edge of half-edge `e`, entering it at vertex `start`. */
export function addConstraint(t: Triangulation, e: number, segment: number, start: number): void {
  const node = t.freeNodes.pop() ?? t.nodeSegment.length;
  t.nodeSegment[node] = segment;
  t.nodeStart[node] = start;
  t.nodeNext[node] = t.constraint[e]!;
  setConstraint(t, e, node);
}

export function setConstraint(t: Triangulation, e: number, list: number): void {
  t.constraint[e] = list;
  const b = t.twin[e]!;
  if (b >= 0) t.constraint[b] = list;
  t.touched?.push((e / 3) | 0);
  if (b >= 0) t.touched?.push((b / 3) | 0);
}

/** Takes one node of `segment` off the edge; false where there is none. */
export function removeConstraint(t: Triangulation, e: number, segment: number): boolean {
  let before = -1;
  for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!) {
    if (t.nodeSegment[node] === segment) {
      if (before < 0) setConstraint(t, e, t.nodeNext[node]!);
      else t.nodeNext[before] = t.nodeNext[node]!;
      t.freeNodes.push(node);
      return true;
    }
    before = node;
  }
  return false;
}

/** Takes all segments off an edge: pairs of segment and start vertex. */
export function takeConstraints(t: Triangulation, e: number): number[] {
  const taken: number[] = [];
  for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!) {
    taken.push(t.nodeSegment[node]!, t.nodeStart[node]!);
    t.freeNodes.push(node);
  }
  setConstraint(t, e, -1);
  return taken;
}

/** The list of an edge from `from` to `to` for its piece that a new vertex cuts off at `from`'s end. */
export function copyList(t: Triangulation, list: number, from: number, cut: number): number {
  let copy = -1;
  for (let node = list; node >= 0; node = t.nodeNext[node]!) {
    const fresh = t.freeNodes.pop() ?? t.nodeSegment.length;
    t.nodeSegment[fresh] = t.nodeSegment[node]!;
    t.nodeStart[fresh] = t.nodeStart[node] === from ? from : cut;
    t.nodeNext[fresh] = copy;
    copy = fresh;
  }
  return copy;
}

export function freeList(t: Triangulation, list: number): void {
  for (let node = list; node >= 0; node = t.nodeNext[node]!) t.freeNodes.push(node);
}

/** How often one of the segments `first .. end - 1` runs along the edge. */
export function countConstraints(t: Triangulation, e: number, first: number, end: number): number {
  let count = 0;
  for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!) {
    const segment = t.nodeSegment[node]!;
    if (segment >= first && segment < end) count++;
  }
  return count;
}
