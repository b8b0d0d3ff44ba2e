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
export { createDiffusion } from './create-diffusion.ts';
export { createPursuers } from './create-pursuers.ts';
export { headings } from './headings.ts';
export { diffusionMapOf, gridOfMap } from './map-of-grid.ts';
export { measurePaths, type PathMeasures } from './measure-paths.ts';
export type {
  AsyncDiffusion,
  Border,
  Diffusion,
  DiffusionMap,
  DiffusionModel,
  DiffusionOptions,
  Goals,
  Method,
  Metric,
  PursuerOptions,
  Pursuers,
  RouteOptions,
  Rule,
  SettleOptions,
  SettleReason,
  SettleReport,
} from './types.ts';
export {
  MCMILLAN_CAP,
  MCMILLAN_PARALLEL,
  MCMILLAN_SEQUENTIAL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_1,
  MCMILLAN_TABLE_5_3,
  mcmillanIterations,
  mcmillanOpenMap,
} from './mcmillan.ts';
