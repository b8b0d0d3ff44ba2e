// Sub-path ./gpu-jam: agents on the GPU that avoid crowded doors.
export {
  createGpuJam,
  type GpuFieldModel,
  type GpuJam,
  type GpuJamOptions,
} from './gpu/jam/gpu-jam.ts';
