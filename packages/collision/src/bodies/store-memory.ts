import { CIRCLE, MASSIVE } from '../constants.ts';
import type { Host } from '../host.ts';
import { type Kernels, SHAPE_BYTES } from '../kernels.gen.ts';
import { allocateAll } from '../room.ts';
import type { Bodies } from '../types.ts';
import { COLUMNS, GROUP, KIND, MASK, SHAPE_WORDS, type StoreLayout } from './store-columns.ts';

/**
 * Entries behind each column that vectors may read or write: a vector has 4, and the sort rounds
 * its parts up to 4. 12 is more than either needs.
 */
const PADDING = 12;

/** The memory of a body store: room for the columns, and what is copied into them. */
export interface StoreMemory {
  readonly layout: StoreLayout;
  /** Slots that there is room for. */
  readonly capacity: number;
  /** Address of the spare columns of positions. */
  readonly spare: number;
  /**
   * Makes room for n slots, and for what is needed beside positions. The bodies taken before are
   * lost if there was not enough room for n slots. Throws RangeError if memory ends; everything
   * then stays as it was.
   */
  reserve(n: number, needs: StoreNeeds): void;
  /** Copies positions and radii of n slots into the spare columns. */
  copyPositions(bodies: Bodies, n: number): void;
  /** Makes the spare columns the bound ones, and the bound ones spare. */
  swapPositions(): void;
  /**
   * Copies shapes and extents of n slots; if all are circles there are no shape records. Call it
   * after `reserve` with `shapes`.
   */
  copyShapes(bodies: Bodies, n: number): void;
  /**
   * Writes kinds, fixed flags, groups, masks and half bounds of n slots. Call it after `reserve`
   * with `details`.
   */
  writeDetails(details: Details, n: number): void;
}

/** Which blocks bodies need beside positions and radii. */
export interface StoreNeeds {
  readonly details: boolean;
  /** Shape records. */
  readonly shapes: boolean;
}

/** Values beside positions and radii: for bodies that are not all massive circles of group 1. */
export interface Details {
  /** Undefined: all are massive. */
  readonly bodies: Bodies | undefined;
  /** By slot: 1 for each fixed body. Undefined: none is fixed. */
  readonly fixed: Uint8Array | undefined;
  /** There are groups or masks. */
  readonly grouped: boolean;
}

/** Binds the columns of a layout to an instance of the kernels. */
export function bindStore(kernels: Kernels, layout: StoreLayout): void {
  kernels.bindPositions(layout.positions, layout.stride);
  kernels.bindColumns(layout.work, layout.stride);
  if (layout.details !== 0) kernels.bindDetails(layout.details, layout.stride);
  kernels.bindShapes(layout.shapes);
}

/**
 * The distance in bytes between columns of `entries` entries. It is 192 more than a multiple of
 * 4096, so that the same entry of several columns does not fall into the same set of a cache.
 */
export function strideFor(entries: number): number {
  return Math.ceil(((entries + PADDING) * 4) / 4096) * 4096 + 192;
}

/** The entries that a column has room for, by the stride. */
export const entriesOf = (stride: number): number => stride / 4 - PADDING;

export function createStoreMemory({ kernels, arena, blocks }: Host): StoreMemory {
  const layout: StoreLayout = { stride: 0, positions: 0, work: 0, details: 0, shapes: 0 };
  let shapesAddress = 0;

  const memory: { -readonly [Field in keyof StoreMemory]: StoreMemory[Field] } = {
    layout,
    capacity: -1,
    spare: 0,
    reserve(n, needs) {
      const grows = n > memory.capacity;
      const details = needs.details && (grows || layout.details === 0);
      const shapes = needs.shapes && (grows || shapesAddress === 0);
      if (!grows && !details && !shapes) return;
      const capacity = grows ? Math.ceil(n * 1.25) + 16 : memory.capacity;
      const stride = grows ? strideFor(capacity) : layout.stride;
      // all blocks before the first change: if memory ends, the columns stay as they were
      const taken = allocateAll(blocks, [
        grows ? COLUMNS.positions * stride : 0,
        grows ? COLUMNS.positions * stride : 0,
        grows ? COLUMNS.work * stride : 0,
        details ? COLUMNS.details * stride : 0,
        shapes ? SHAPE_BYTES * (capacity + 1) : 0,
      ]);
      if (grows) {
        const { positions, work } = layout;
        const old = [positions, memory.spare, work, layout.details, shapesAddress];
        for (const address of old) if (address !== 0) blocks.free(address);
        [layout.positions, memory.spare, layout.work] = taken;
        layout.stride = stride;
        layout.shapes = 0;
        memory.capacity = capacity;
      }
      if (grows || details) layout.details = taken[3];
      if (grows || shapes) shapesAddress = taken[4];
    },
    copyPositions(bodies, n) {
      const floats = arena.floats();
      const { stride } = layout;
      const { spare } = memory;
      const used = (column: Float32Array): Float32Array =>
        column.length === n ? column : column.subarray(0, n);
      floats.set(used(bodies.x), spare / 4);
      floats.set(used(bodies.y), (spare + stride) / 4);
      if (bodies.z) floats.set(used(bodies.z), (spare + 2 * stride) / 4);
      floats.set(used(bodies.radius), (spare + 3 * stride) / 4);
    },
    swapPositions() {
      [layout.positions, memory.spare] = [memory.spare, layout.positions];
      bindStore(kernels, layout);
    },
    copyShapes({ shape, extentX, extentY, extentZ }, n) {
      layout.shapes = 0;
      if (!shape?.subarray(0, n).some((code) => code !== CIRCLE)) return;
      layout.shapes = shapesAddress;
      const floats = arena.floats();
      const words = arena.words();
      // position and radius of the records are written by the kernel `halfBounds`
      for (let slot = 0, at = shapesAddress / 4; slot < n; slot++, at += SHAPE_WORDS) {
        floats[at + 4] = extentX?.[slot] ?? 0;
        floats[at + 5] = extentY?.[slot] ?? 0;
        floats[at + 6] = extentZ?.[slot] ?? 0;
        words[at + 7] = shape[slot];
      }
    },
    writeDetails({ bodies, fixed, grouped }, n) {
      const { stride } = layout;
      bindStore(kernels, layout);
      const { details } = layout;
      const kind = details + KIND * stride;
      if (bodies) arena.bytes().set(bodies.kind.subarray(0, n), kind);
      else arena.bytes().fill(MASSIVE, kind, kind + n);
      const flags = kind + stride / 2;
      if (fixed) arena.bytes().set(fixed, flags);
      else arena.bytes().fill(0, flags, flags + n);
      if (grouped && bodies) writeGroups(arena.words(), layout, bodies, n);
      kernels.halfBounds(n, 0);
    },
  };
  return memory;
}

/** Writes groups and masks of n slots. */
function writeGroups(
  words: Uint32Array,
  { details, stride }: StoreLayout,
  bodies: Bodies,
  n: number,
): void {
  const group = (details + GROUP * stride) / 4;
  const mask = (details + MASK * stride) / 4;
  if (bodies.group) words.set(bodies.group.subarray(0, n), group);
  else words.fill(1, group, group + n);
  if (bodies.mask) words.set(bodies.mask.subarray(0, n), mask);
  else words.fill(0xffffffff, mask, mask + n);
}
