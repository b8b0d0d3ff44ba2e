export { createAsyncMatrix } from './matrix/async-matrix.ts';
export type {
  AsyncMatrix,
  AsyncRowsOptions,
  TableEnds,
  TableSolver,
} from './matrix/async-matrix.ts';
export { createMatrix } from './matrix/matrix.ts';
export type { Matrix, MatrixOptions, MatrixRows, MeasureOptions } from './matrix/matrix.ts';
export type { MeasureRows, Measures } from './matrix/types.ts';
