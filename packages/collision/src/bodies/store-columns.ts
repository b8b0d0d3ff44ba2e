import type { Arena } from '@wayfield/wasm';
import { SHAPE_BYTES } from '../kernels.gen.ts';
import { CIRCLE } from '../constants.ts';
import type { Bodies } from '../types.ts';

/** Columns of each block: assembly/bodies/columns.ts names them. */
export const COLUMNS = { positions: 4, work: 10, details: 12 } as const;
// numbers of columns among the details
export const GROUP = 3;
export const MASK = 4;
/**
 * A column of bytes instead of words. Kinds begin at its start, the flags of fixed bodies at half
 * of the stride, those of the still layer at three quarters (`bindDetails` of columns.ts).
 */
export const KIND = 11;
/** Words of a shape record: assembly/shapes/layout-shape.ts. */
export const SHAPE_WORDS: number = SHAPE_BYTES / 4;

/** Where the columns lie: what another instance of the kernels on the same memory has to bind. */
export interface StoreLayout {
  /** Bytes from one column to the next. */
  stride: number;
  /** The blocks: addresses of their first columns. */
  positions: number;
  work: number;
  /** 0: there are none. */
  details: number;
  /** Shape records; 0: all bodies are circles. */
  shapes: number;
}

/**
 * The columns by slot, as views. Without details (`StoreLayout.details` is 0) `kind`, `group`,
 * `mask`, `fixed` and `still` are views on other memory: call `needDetails` of the store first.
 */
export interface StoreColumns {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  /** At least LEAST_RADIUS. */
  readonly radius: Float32Array;
  readonly kind: Uint8Array;
  readonly group: Uint32Array;
  readonly mask: Uint32Array;
  readonly fixed: Uint8Array;
  /** 1: the body is in the still layer. */
  readonly still: Uint8Array;
  /** Shape records of `SHAPE_WORDS` entries each; undefined: all bodies are circles. */
  readonly shapes: Float32Array | undefined;
  readonly shapeCodes: Uint32Array | undefined;
}

/** Views on the columns of a store with room for `capacity` slots. */
export function storeColumns(arena: Arena, layout: StoreLayout, capacity: number): StoreColumns {
  const { stride, positions, details, shapes } = layout;
  const { buffer } = arena.memory;
  const floats = (at: number): Float32Array => new Float32Array(buffer, at, capacity + 1);
  const words = (at: number): Uint32Array => new Uint32Array(buffer, at, capacity + 1);
  const kind = details + KIND * stride;
  const shapeWords = SHAPE_WORDS * (capacity + 1);
  return {
    x: floats(positions),
    y: floats(positions + stride),
    z: floats(positions + 2 * stride),
    radius: floats(positions + 3 * stride),
    group: words(details + GROUP * stride),
    mask: words(details + MASK * stride),
    kind: new Uint8Array(buffer, kind, capacity + 1),
    fixed: new Uint8Array(buffer, kind + stride / 2, capacity + 1),
    still: new Uint8Array(buffer, kind + (3 * stride) / 4, capacity + 1),
    shapes: shapes === 0 ? undefined : new Float32Array(buffer, shapes, shapeWords),
    shapeCodes: shapes === 0 ? undefined : new Uint32Array(buffer, shapes, shapeWords),
  };
}

/** Copies kinds and fixed flags of n slots. */
export function copyKinds(
  { kind, fixed }: Bodies,
  to: StoreColumns,
  slots: Uint32Array,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const slot = slots[i];
    to.kind[slot] = kind[slot];
    to.fixed[slot] = fixed ? fixed[slot] : 0;
  }
}

/** Copies groups and masks of n slots. */
export function copyGroups(
  { group, mask }: Bodies,
  to: StoreColumns,
  slots: Uint32Array,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const slot = slots[i];
    to.group[slot] = group ? group[slot] : 1;
    to.mask[slot] = mask ? mask[slot] : 0xffffffff;
  }
}

/** Copies extents and shapes of n slots, if the store has shape records. */
export function copyShapes(
  { shape, extentX, extentY, extentZ }: Bodies,
  { shapes, shapeCodes }: StoreColumns,
  slots: Uint32Array,
  n: number,
): void {
  if (!shapes || !shapeCodes) return;
  for (let i = 0; i < n; i++) {
    const at = SHAPE_WORDS * slots[i] + 4;
    shapes[at] = extentX?.[slots[i]] ?? 0;
    shapes[at + 1] = extentY?.[slots[i]] ?? 0;
    shapes[at + 2] = extentZ?.[slots[i]] ?? 0;
    shapeCodes[at + 3] = shape?.[slots[i]] ?? CIRCLE;
  }
}
