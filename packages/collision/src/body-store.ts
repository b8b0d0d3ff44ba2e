import type { Arena, Blocks } from '@wayfield/wasm';
import { checkBodies, checkSlot } from './bodies.ts';
import { CIRCLE, LARGEST, LEAST_RADIUS, MASSIVE } from './constants.ts';
import type { Kernels } from './kernel-exports.ts';
import type { World } from './plan-grid.ts';
import {
  copyGroups,
  copyKinds,
  copyShapes,
  type StoreColumns,
  storeColumns,
  type StoreLayout,
} from './store-columns.ts';
import type { Bodies } from './types.ts';

/** Columns of positions, of work, of details, and entries behind each that vectors may read. */
const POSITIONS = 4;
const WORK = 10;
const DETAILS = 12;
const MARGIN = 12;

/** The bodies of the last update in the memory of the kernels. */
export interface BodyStore {
  readonly layout: StoreLayout;
  /** Slots taken. */
  readonly end: number;
  /** Slots that there is room for. */
  readonly capacity: number;
  /** Live bodies. */
  readonly count: number;
  /** All are massive circles of group 1 with all masks, none free. */
  readonly plain: boolean;
  /** There are groups or masks. */
  readonly grouped: boolean;
  /** There are fixed bodies. */
  readonly anyFixed: boolean;
  /** Of the bodies taken. */
  readonly version: number;
  readonly fixedVersion: number;
  /** In plain stores: the bounds of positions, and the largest radius. */
  readonly world: World;
  readonly largest: number;
  /** The area (in 3D, volume) of the largest against the mean: at least 1, or NaN. */
  readonly spread: number;
  /** Generations of the slots, for contacts. */
  readonly generation: Uint32Array;
  take(bodies: Bodies): void;
  /** The columns of now, as views: valid until memory grows. */
  columns(): StoreColumns;
  /**
   * Lists at `list` the slots below the end whose position or radius changed; returns how many, more than
   * `most` if there is no room for all.
   */
  listChanged(bodies: Bodies, list: number, most: number): number;
  /** All live bodies are massive, of group 1 and of all masks. */
  readonly uniform: boolean;
  /** Could `takeSome` take these bodies: is there room, and do the same arrays exist? */
  fits(bodies: Bodies): boolean;
  /**
   * Takes the values of n slots, which lie at `list` too; the rest is as it was, slots behind the last end
   * apart, which must be listed. `fresh`: `listChanged` was asked about the same bodies just now. Throws as
   * `take`. Only where `fits`, and after `needDetails`.
   */
  takeSome(bodies: Bodies, slots: Uint32Array, n: number, list: number, fresh: boolean): void;
  /** Makes KIND, GROUP, MASK and half bounds of a plain store too. */
  needDetails(): void;
}

/** Binds the columns of a layout to an instance of the kernels. */
export function bindStore(kernels: Kernels, layout: StoreLayout): void {
  kernels.bindPositions(layout.positions, layout.stride);
  kernels.bindColumns(layout.work, layout.stride);
  if (layout.details !== 0) kernels.bindDetails(layout.details, layout.stride);
  kernels.bindShapes(layout.shapes);
}

export function createBodyStore(
  kernels: Kernels,
  arena: Arena,
  blocks: Blocks,
  dimensions: 2 | 3,
): BodyStore {
  const three = dimensions === 3;
  const layout: StoreLayout = { stride: 0, positions: 0, work: 0, details: 0, shapes: 0 };
  const numbers = blocks.allocate(64);
  let capacity = -1;
  let spare = 0;
  let shapesAddress = 0;
  let detailed = false;
  let kindVersion = -1;
  let allMassive = true;
  let end = 0;
  let count = 0;
  let plain = true;
  let uniform = true;
  let grouped = false;
  let fixedVersion = -1;
  /** Of the bodies taken; undefined where none is fixed. */
  let fixed: Uint8Array | undefined;
  let largest = 0;
  let spread = 1;
  let world: World = { three, low: [0, 0, 0], high: [0, 0, 0] };
  let generation = new Uint32Array(0);
  kernels.touchBind(three ? 1 : 0);

  /** Makes room for n slots; what was taken before is kept until the new bodies are accepted. */
  function reserve(bodies: Bodies, n: number): void {
    if (n <= capacity) return;
    checkBodies(bodies); // the old bodies go: no refusal may come later
    const old = { ...layout, spare };
    const oldShapes = shapesAddress;
    capacity = Math.ceil(n * 1.25) + 16;
    // columns a line apart from multiples of 4096, so that they do not fall on each other in a cache
    layout.stride = Math.ceil(((capacity + MARGIN) * 4) / 4096) * 4096 + 192;
    layout.positions = blocks.allocate(POSITIONS * layout.stride);
    spare = blocks.allocate(POSITIONS * layout.stride);
    layout.work = blocks.allocate(WORK * layout.stride);
    for (const address of [old.positions, old.spare, old.work, old.details, oldShapes]) {
      if (address !== 0) blocks.free(address);
    }
    layout.details = 0;
    layout.shapes = 0;
    shapesAddress = 0;
  }

  function copyPositions(bodies: Bodies, address: number, n: number): void {
    const floats = arena.floats();
    const { stride } = layout;
    const used = (column: Float32Array): Float32Array =>
      column.length === n ? column : column.subarray(0, n);
    floats.set(used(bodies.x), address / 4);
    floats.set(used(bodies.y), (address + stride) / 4);
    if (bodies.z) floats.set(used(bodies.z), (address + 2 * stride) / 4);
    floats.set(used(bodies.radius), (address + 3 * stride) / 4);
  }

  function swapPositions(): void {
    [layout.positions, spare] = [spare, layout.positions];
    bindStore(kernels, layout);
  }

  /** Plain bodies: copied, then looked at, then accepted. */
  function takePlain(bodies: Bodies, n: number): void {
    copyPositions(bodies, spare, n);
    kernels.bindPositions(spare, layout.stride);
    kernels.measure(n, three ? 1 : 0, numbers);
    const floats = arena.floats();
    const at = numbers / 4;
    // smallest and largest x, y, z, radius, and the means of radius squared and cubed
    let inside = floats[at + 3] >= 0 && floats[at + 7] <= LARGEST;
    for (let axis = 0; axis < 3; axis++) {
      inside &&= floats[at + axis] >= -LARGEST && floats[at + 4 + axis] <= LARGEST;
    }
    if (!inside) {
      bindStore(kernels, layout);
      checkBodies(bodies);
      throw new RangeError('a body has a NaN or a value out of range');
    }
    largest = Math.max(floats[at + 7], LEAST_RADIUS);
    spread = three ? largest ** 3 / floats[at + 9] : largest ** 2 / floats[at + 8];
    world = {
      three,
      low: [floats[at], floats[at + 1], floats[at + 2]],
      high: [floats[at + 4], floats[at + 5], floats[at + 6]],
    };
    layout.shapes = 0;
    detailed = false;
    swapPositions();
  }

  function takeAny(bodies: Bodies, n: number): void {
    checkBodies(bodies);
    copyPositions(bodies, spare, n);
    swapPositions();
    takeShapes(bodies, n);
    fillDetails(bodies, n);
  }

  function takeShapes(bodies: Bodies, n: number): void {
    const { shape, extentX, extentY, extentZ } = bodies;
    layout.shapes = 0;
    if (!shape?.subarray(0, n).some((code) => code !== CIRCLE)) return;
    if (shapesAddress === 0) shapesAddress = blocks.allocate(32 * (capacity + 1));
    layout.shapes = shapesAddress;
    const floats = arena.floats();
    const words = arena.words();
    for (let slot = 0, at = shapesAddress / 4; slot < n; slot++, at += 8) {
      floats[at + 4] = extentX?.[slot] ?? 0;
      floats[at + 5] = extentY?.[slot] ?? 0;
      floats[at + 6] = extentZ?.[slot] ?? 0;
      words[at + 7] = shape[slot];
    }
  }

  function fillDetails(bodies: Bodies | undefined, n: number): void {
    const { stride } = layout;
    if (layout.details === 0) layout.details = blocks.allocate(DETAILS * stride);
    bindStore(kernels, layout);
    const { details } = layout;
    const kind = details + 11 * stride;
    if (bodies) arena.bytes().set(bodies.kind.subarray(0, n), kind);
    else arena.bytes().fill(MASSIVE, kind, kind + n);
    const still = kind + stride / 2;
    if (fixed) arena.bytes().set(fixed, still);
    else arena.bytes().fill(0, still, still + n);
    if (grouped && bodies) {
      const words = arena.words();
      const group = (details + 3 * stride) / 4;
      const mask = (details + 4 * stride) / 4;
      if (bodies.group) words.set(bodies.group.subarray(0, n), group);
      else words.fill(1, group, group + n);
      if (bodies.mask) words.set(bodies.mask.subarray(0, n), mask);
      else words.fill(0xffffffff, mask, mask + n);
    }
    kernels.halfBounds(n, 0);
    detailed = true;
  }

  const columns = (): StoreColumns => storeColumns(arena, layout, capacity);

  /** Of n slots, all but positions and radii. */
  function takeDetails(bodies: Bodies, slots: Uint32Array, n: number): void {
    const now = columns();
    if (bodies.version !== kindVersion || bodies.fixedVersion !== fixedVersion) {
      for (let i = 0; i < n; i++) uniform &&= bodies.kind[slots[i]] <= MASSIVE;
      copyKinds(bodies, now, slots, n);
    }
    if (grouped) copyGroups(bodies, now, slots, n);
    copyShapes(bodies, now, slots, n);
  }

  /** Generations and flags as they are now. */
  function noteVersions(bodies: Bodies, n: number): void {
    if (bodies.version !== kindVersion) generation = bodies.generation.slice(0, n);
    if (bodies.fixedVersion !== fixedVersion || n > (fixed?.length ?? n)) {
      const flags = bodies.fixed?.slice(0, n);
      fixed = flags?.includes(1) ? flags : undefined;
    }
    kindVersion = bodies.version;
    fixedVersion = bodies.fixedVersion;
    end = n;
    count = bodies.count;
  }

  return {
    layout,
    columns,
    listChanged(bodies, list, most) {
      copyPositions(bodies, spare, bodies.end);
      return kernels.listChanged(end, three ? 1 : 0, spare, layout.stride, list, most) >>> 0;
    },
    fits(bodies) {
      const isGrouped = bodies.group !== undefined || bodies.mask !== undefined;
      return bodies.end <= capacity && bodies.end >= end && isGrouped === grouped && end > 0;
    },
    takeSome(bodies, slots, n, list, fresh) {
      if (!fresh) copyPositions(bodies, spare, bodies.end);
      if (!kernels.takeChanged(list, n, spare, layout.stride, 1) || bodies.shape) {
        for (let i = 0; i < n; i++) checkSlot(bodies, slots[i]);
        kernels.takeChanged(list, n, spare, layout.stride, 0);
      }
      takeDetails(bodies, slots, n);
      kernels.halfBounds(n, list);
      plain = false;
      noteVersions(bodies, bodies.end);
    },
    get end() {
      return end;
    },
    get capacity() {
      return capacity;
    },
    get count() {
      return count;
    },
    get plain() {
      return plain;
    },
    get uniform() {
      return uniform;
    },
    get grouped() {
      return grouped;
    },
    get world() {
      return world;
    },
    get anyFixed() {
      return fixed !== undefined;
    },
    get version() {
      return kindVersion;
    },
    get fixedVersion() {
      return fixedVersion;
    },
    get largest() {
      return largest;
    },
    get spread() {
      return spread;
    },
    get generation() {
      return generation;
    },
    take(bodies) {
      const n = bodies.end;
      if (bodies.version !== kindVersion) {
        allMassive = !bodies.kind.subarray(0, n).some((kind) => kind !== MASSIVE);
      }
      const isGrouped = bodies.group !== undefined || bodies.mask !== undefined;
      const circles = !bodies.shape?.subarray(0, n).some((code) => code !== CIRCLE);
      const isPlain = allMassive && !isGrouped && circles;
      reserve(bodies, n);
      const wasGrouped = grouped;
      const wasFixed = fixed;
      grouped = isGrouped;
      if (bodies.version !== kindVersion || bodies.fixedVersion !== fixedVersion) {
        const flags = bodies.fixed?.slice(0, n);
        fixed = flags?.includes(1) ? flags : undefined;
      }
      try {
        if (n > 0 && isPlain) takePlain(bodies, n);
        else if (n > 0) takeAny(bodies, n);
      } catch (error) {
        grouped = wasGrouped;
        fixed = wasFixed;
        throw error;
      }
      if (bodies.version !== kindVersion) generation = bodies.generation.slice(0, n);
      kindVersion = bodies.version;
      fixedVersion = bodies.fixedVersion;
      plain = isPlain;
      uniform =
        !isGrouped && (allMassive || !bodies.kind.subarray(0, n).some((kind) => kind > MASSIVE));
      end = n;
      count = bodies.count;
    },
    needDetails() {
      if (!detailed && end > 0) fillDetails(undefined, end);
    },
  };
}
