// The sides of triangles: triangle t has the sides 3t, 3t + 1 and 3t + 2, in left turns (y up). The
// half-edges of a `Triangulation` are numbered alike.

/** The triangle of a side. */
export const triangleOf = (side: number): number => (side / 3) | 0;

/** The side that starts where this one ends. */
export const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** The side that ends where this one starts. */
export const before = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);

/** The triangles, and those across their sides; `twin` has -1, or NONE, at walls. */
export function withNeighbours(
  triangles: ReadonlySet<number>,
  twin: Int32Array | Uint32Array,
): Set<number> {
  const all = new Set(triangles);
  for (const triangle of triangles)
    for (let s = 3 * triangle; s < 3 * triangle + 3; s++)
      if (twin[s] >= 0 && twin[s] !== 0xffffffff) all.add(triangleOf(twin[s]));
  return all;
}
