/**
 * A mesh of convex polygons, the form that searches work on. Sides are numbered polygon by polygon.
 * Side `s` runs from vertex `corner[s]` to the corner of the next side of the same polygon, and the
 * polygon lies on the left (y up). Angles of 180 degrees are allowed.
 */
export interface PolygonMesh {
  readonly vertexCount: number;
  readonly polygonCount: number;
  /** Coordinates of vertices, at most 1e60 in size. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /**
   * polygonCount + 1 entries, ascending: the sides of polygon p begin at firstSide[p] and end
   * before firstSide[p + 1].
   */
  readonly firstSide: Uint32Array;
  /** One per side: the vertex where it starts. */
  readonly corner: Uint32Array;
  /** One per side: the opposite side, which belongs to the neighbour; NONE = a wall. */
  readonly twin: Uint32Array;
}

/** One per side: its polygon. */
export function sideOwners(mesh: PolygonMesh): Uint32Array {
  const owner = new Uint32Array(mesh.corner.length);
  let s = 0;
  for (let p = 0; p < mesh.polygonCount; p++)
    for (const end = mesh.firstSide[p + 1]; s < end; s++) owner[s] = p;
  return owner;
}
