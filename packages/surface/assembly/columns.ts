// The columns of a batch: one number per row each (`Columns` of layout.ts says which). The host
// fills and reads them; kernels of other packages use these functions too.

import { get, set } from '@wayfield/wasm/assembly/words';
import { Columns } from './layout';

let record: Columns = changetype<Columns>(0);

/** `address`: of a record of addresses of columns. */
export function columnsBind(address: usize): void {
  record = changetype<Columns>(address);
}
export function columns(): Columns {
  return record;
}

export function number(column: usize, row: u32): f64 {
  return load<f64>(column + ((<usize>row) << 3));
}
export function putNumber(column: usize, row: u32, value: f64): void {
  store<f64>(column + ((<usize>row) << 3), value);
}
export function putStatus(row: u32, status: u32): void {
  store<u8>(record.status + row, <u8>status);
}
export function hintOf(row: u32): i32 {
  return <i32>get(record.at, row);
}
export function putPolygon(row: u32, polygon: i32): void {
  set(record.at, row, <u32>polygon);
}
export function putPlace(row: u32, x: f64, y: f64): void {
  putNumber(record.outX, row, x);
  putNumber(record.outY, row, y);
}
