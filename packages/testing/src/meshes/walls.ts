/** No polygon beyond a side. */
const NONE = 0xffffffff;

/** What `wallsOf` reads of a `PolygonMesh`. */
interface Sides {
  readonly polygonCount: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly firstSide: Uint32Array;
  readonly corner: Uint32Array;
  readonly twin: Uint32Array;
}

/**
 * Segments that a disc keeps clear of, as ax, ay, bx, by: walls, and vertices that are on no wall
 * as segments without length.
 */
export function wallsOf(mesh: Sides): Float64Array {
  const { x, y, corner, twin, firstSide, polygonCount } = mesh;
  const walls: number[] = [];
  const loose = new Set(corner);
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      if (twin[s] !== NONE) continue;
      const [a, b] = [corner[s], corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1]];
      walls.push(x[a], y[a], x[b], y[b]);
      loose.delete(a);
      loose.delete(b);
    }
  for (const v of loose) walls.push(x[v], y[v], x[v], y[v]);
  return Float64Array.from(walls);
}
