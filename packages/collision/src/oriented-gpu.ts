// Oriented bodies on a GPU.
export { createGpuOrientedSolver, type GpuOrientedSolver } from './oriented/gpu.ts';
