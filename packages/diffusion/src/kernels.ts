// The interface of the kernels and the constants that they state, made from assembly/index.ts at
// the build. The binary itself is imported from kernels.gen.ts by what opens kernels.
export {
  CELL_SCRATCH,
  CLAMP,
  COUNT,
  EIGHT,
  FLUSH,
  HARSH,
  type Kernels,
  LEVEL_RECORD,
  LOG,
  LOG_SCRATCH,
  SORT_DIGITS,
} from './kernels.gen.ts';
