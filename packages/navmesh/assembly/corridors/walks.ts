// Walks of points on a mesh, compiled to walks.wasm for searches over areas: straight lines, and
// the shortest path through the polygons of a route. The kernels of corridors, which have all of it
// too, are four times as large.

import { allCorners, cornerCount } from './corners';
import { meshCreate } from './mesh';
import { pathFrom, searchCreate } from './search';
import { slotAt, slotsCreate } from './slots';

export { cornersX, cornersY } from './corners';
export { setRoute } from './follow';
export { meshChanged, meshGrow, setPolygon, setSide } from './mesh';
export { lineAddress, pathCount, straight } from './search';

/** Makes empty slots on a mesh without polygons: see `meshCreate`. */
export function walksCreate(
  slots: u32,
  polygons: u32,
  sides: u32,
  hasTriangles: bool,
  epsilon: f64,
): void {
  meshCreate(polygons, sides, hasTriangles, epsilon);
  slotsCreate(slots);
  searchCreate();
}

/** Address of the polygons of the last search. */
export function pathAddress(): usize {
  return pathFrom(0);
}

/** Writes all corners of the path of a point in slot 0. Returns how many, -1 without a path. */
export function tautPath(): i32 {
  return allCorners(slotAt(0)) ? <i32>cornerCount() : -1;
}
