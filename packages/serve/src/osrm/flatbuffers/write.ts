// Writes values as FlatBuffers by their layouts.
import { Builder } from 'flatbuffers';
import type { Field, Scalar, Struct, Table, Vector } from './layouts.ts';

/** The value of a table, by the names of its fields; a field without a value is left out. */
export type Values = { readonly [name: string]: unknown };

/** Bytes of a number. */
const BYTES: Readonly<Record<Scalar, number>> = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  float32: 4,
  float64: 8,
};

/** Each writes a number in front of the bytes written so far. */
const ADD: Readonly<Record<Scalar, (builder: Builder, value: unknown) => void>> = {
  bool: (builder, value) => builder.addInt8(value === true ? 1 : 0),
  int8: (builder, value) => builder.addInt8(value as number),
  uint8: (builder, value) => builder.addInt8(value as number),
  int16: (builder, value) => builder.addInt16(value as number),
  uint16: (builder, value) => builder.addInt16(value as number),
  uint32: (builder, value) => builder.addInt32(value as number),
  uint64: (builder, value) => builder.addInt64(BigInt(value as number)),
  float32: (builder, value) => builder.addFloat32(value as number),
  float64: (builder, value) => builder.addFloat64(value as number),
};

/** Bytes of a buffer before it grows; chosen: a route without steps. */
const FIRST_SIZE = 1024;

/** The bytes of a value whose root is a table. */
export function writeTable(layout: Table, values: Values): Uint8Array {
  const builder = new Builder(FIRST_SIZE);
  builder.finish(tableOf(builder, layout, values));
  // The buffer of the builder is up to twice as long, and threads send whole buffers.
  return builder.asUint8Array().slice();
}

/** FlatBuffers are written from the back: what a table refers to is written before the table. */
function tableOf(builder: Builder, { fields }: Table, values: Values): number {
  const referred = fields.map(([name, field]) =>
    values[name] === undefined ? 0 : referredOf(builder, field, values[name]),
  );
  builder.startObject(fields.length);
  fields.forEach(([name, field], number) => {
    const value = values[name];
    if (value === undefined) return;
    if (referred[number] !== 0) builder.addFieldOffset(number, referred[number], 0);
    else if (typeof field === 'string') addScalar(builder, number, field as Scalar, value);
    else builder.addFieldStruct(number, structOf(builder, field as Struct, value), 0);
  });
  return builder.endObject();
}

/** A number in a table. Numbers that are 0 are left out, as the format asks. */
function addScalar(builder: Builder, number: number, field: Scalar, value: unknown): void {
  if (value === 0 || value === false) return;
  ADD[field](builder, value);
  builder.slot(number);
}

/** Writes a text, a list or a table; returns its offset. 0: the field holds its value itself. */
function referredOf(builder: Builder, field: Field, value: unknown): number {
  if (field === 'text') return builder.createString(value as string);
  if (typeof field === 'string' || field.kind === 'struct') return 0;
  if (field.kind === 'table') return tableOf(builder, field, value as Values);
  return vectorOf(builder, field, value as readonly unknown[]);
}

function vectorOf(builder: Builder, { of }: Vector, list: readonly unknown[]): number {
  const isScalar = typeof of === 'string' && of !== 'text';
  if (isScalar) {
    builder.startVector(BYTES[of], list.length, BYTES[of]);
    for (let i = list.length - 1; i >= 0; i--) ADD[of](builder, list[i]);
    return builder.endVector();
  }
  if (typeof of === 'object' && of.kind === 'struct') {
    builder.startVector(BYTES[of.of] * of.count, list.length, BYTES[of.of]);
    for (let i = list.length - 1; i >= 0; i--) structOf(builder, of, list[i]);
    return builder.endVector();
  }
  const places = list.map((one) => referredOf(builder, of, one));
  builder.startVector(4, list.length, 4);
  for (let i = list.length - 1; i >= 0; i--) builder.addOffset(places[i]);
  return builder.endVector();
}

function structOf(builder: Builder, { of, count }: Struct, value: unknown): number {
  const numbers = value as readonly number[];
  builder.prep(BYTES[of], BYTES[of] * count);
  for (let i = count - 1; i >= 0; i--) ADD[of](builder, numbers[i]);
  return builder.offset();
}
