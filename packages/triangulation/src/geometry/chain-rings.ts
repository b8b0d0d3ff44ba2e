/**
 * Closed rings out of directed edges, of which equally many start and end at each vertex. Each edge
 * is used once. Where several edges start, a ring takes the first unused one, so rings may touch
 * and cross themselves.
 */
export function chainRings(from: readonly number[], to: readonly number[]): number[][] {
  const starting = new Map<number, number[]>();
  for (let i = from.length - 1; i >= 0; i--) {
    const list = starting.get(from[i]);
    if (list) list.push(i);
    else starting.set(from[i], [i]);
  }
  const rings: number[][] = [];
  const used = new Uint8Array(from.length);
  for (let first = 0; first < from.length; first++) {
    if (used[first]) continue;
    const ring: number[] = [];
    for (let edge = first; ;) {
      used[edge] = 1;
      ring.push(from[edge]);
      const list = starting.get(to[edge])!;
      while (list.length > 0 && used[list.at(-1)!]) list.pop();
      if (to[edge] === from[first] || list.length === 0) break;
      edge = list.at(-1)!;
    }
    rings.push(ring);
  }
  return rings;
}
