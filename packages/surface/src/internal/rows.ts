// For packages of Wayfield that answer batches; no promise to programs: names and behaviour may
// change in any version. The checks of rows.
export { checkColumn, countRows } from '../calls/batch.ts';
