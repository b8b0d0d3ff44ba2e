// How a mesh is written, and its vertices on no wall: for packages of Wayfield whose kernels hold a
// mesh by `assembly/change.ts`. No promise to programs: names and behaviour may change in any
// version.
export { createLivePoints } from '../mesh/live-points.ts';
export { writeWorld } from '../mesh/write-world.ts';
