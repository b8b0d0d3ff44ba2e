// Fields that steer agents, on the calling thread. How it is built: ../ARCHITECTURE.md.
//
//   types.ts     the numeric contract of all backends, and all public types
//   model/       what a model knows: goals, terrain, regions, paths; the same for every backend
//   step/        fields in WebAssembly memory, passes of steps, settling
//   steady/      method 'steady'    distance/  method 'distance'
//   pursuers/    agents on cells    steering/  agents at any position, `wouldBlock`
//   pool/        threads (./pool)   gpu/       WebGPU (./gpu)       study/     McMillan (./study)
//   ../assembly  the kernels, in folders of the same names
export {
  DEFAULT_STRENGTH,
  MAX_LAYERS,
  MAX_STRENGTH,
  MAX_WEIGHT,
  MIN_STRENGTH,
  MIN_TERRAIN,
  RESIDUAL_INTERVAL,
  STALL_INTERVAL,
} from './constants.ts';
export { createDiffusion } from './model/create-diffusion.ts';
export { diffusionMapOf, gridOfMap } from './model/map-of-grid.ts';
export { MOVE_STATUS, STEER_STATUS } from './steering/types.ts';
export { createPursuers } from './pursuers/create-pursuers.ts';
export type * from './types.ts';
