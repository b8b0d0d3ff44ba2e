// What the GPU packages of Wayfield share and programs do not need: constants of WebGPU, rules of
// arguments, numbers in messages and device times.
export {
  COPY_DST,
  COPY_SRC,
  MAP_MODE_READ,
  MAP_READ,
  QUERY_RESOLVE,
  STORAGE,
  UNIFORM,
} from './buffer-usage.ts';
export { isOutOfMemory } from './guard.ts';
export { type Keep, keeping } from './keeping.ts';
export { makeGuarded } from './make-guarded.ts';
export { checkBinding, grouped, isLasting, lastingError } from './memory-plan.ts';
export { aBuffer, aCount, aDevice, aTarget, having } from './rules.ts';
export { createTimer, type Timer } from './timer.ts';
