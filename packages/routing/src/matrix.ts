export { createMatrix } from './matrix/matrix.ts';
export type { Matrix, MatrixOptions, MatrixRows } from './matrix/matrix.ts';
