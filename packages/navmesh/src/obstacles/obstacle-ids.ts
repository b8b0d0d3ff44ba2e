/** Per mesh: the id of an obstacle or wall on a half-edge. */
const finders = new WeakMap<object, (halfEdge: number) => number>();

/** Tells how to find the obstacles of a mesh. */
export function tellObstacles(nav: object, find: (halfEdge: number) => number): void {
  finders.set(nav, find);
}

/**
 * The lowest id of the obstacles and walls that run along a half-edge; -1 for the boundary, for
 * edges without any, and for a mesh that was not made by `createNavMesh`.
 */
export function obstacleOn(nav: object, halfEdge: number): number {
  return finders.get(nav)?.(halfEdge) ?? -1;
}
