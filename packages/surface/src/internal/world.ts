// For packages of Wayfield whose kernels hold a mesh by `assembly/change.ts`; no promise to
// programs: names and behaviour may change in any version. How a mesh is written, and its obstacles
// that are single points.
export { createLivePoints } from '../mesh/live-points.ts';
export { writeWorld } from '../mesh/write-world.ts';
