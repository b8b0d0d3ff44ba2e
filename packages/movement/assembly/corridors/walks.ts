// Walks of points on a mesh: which polygon holds a point, straight lines, and the shortest path
// through the polygons of a route. Exported by index.ts for corridors.wasm, and by
// ../areas/walks.ts for walks.wasm, which is smaller: it lacks moves, repairs and paths of discs.

import { allCorners, cornerCount } from './corners';
import { meshCreate } from './mesh';
import { searchCreate } from './search';
import { slotAt, slotsCreate } from './slots';

export { cornersX, cornersY } from './corners';
export { setRoute } from './follow';
export { locate, onMeshRows, placesCreate } from './locate';
export { meshChanged, meshGrow, setPolygon, sidesAddress } from './mesh';
export { SIDE, SIDE_OWNER, SIDE_TWIN } from '@wayfield/surface/assembly/layout';
export { lineAddress, pathCount, straight } from './search';

/** Makes an empty mesh with room for polygons and sides (`meshCreate`), and empty slots. */
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

/**
 * Writes all corners of the path of a point in slot 0, the target as the last one, to `cornersX`
 * and `cornersY`. Returns how many there are; -1 where `allCorners` is false.
 */
export function pathCorners(): i32 {
  return allCorners(slotAt(0)) ? <i32>cornerCount() : -1;
}
