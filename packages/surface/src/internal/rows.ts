// The checks of rows, for packages of Wayfield that answer batches. No promise to programs: names
// and behaviour may change in any version.
export { checkColumn, countRows } from '../calls/batch.ts';
