export { createDeviceMatrix } from './matrix/device-matrix.ts';
export type {
  DeviceMatrix,
  DeviceRowsOptions,
  TableEnds,
  TableSolver,
} from './matrix/device-matrix.ts';
export { createMatrix } from './matrix/matrix.ts';
export type { Matrix, MatrixOptions, MatrixRows, MeasureOptions } from './matrix/matrix.ts';
export type { MeasureRows, Measures } from './matrix/types.ts';
