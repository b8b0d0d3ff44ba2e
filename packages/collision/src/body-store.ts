import type { Arena, Blocks } from '@wayfield/wasm';
import { checkBodies } from './bodies.ts';
import { CIRCLE, LARGEST, LEAST_RADIUS, MASSIVE } from './constants.ts';
import type { Kernels } from './kernel-exports.ts';
import type { World } from './plan-grid.ts';
import type { Bodies } from './types.ts';

/** Columns of positions, of work, of details, and entries behind each that vectors may read. */
const POSITIONS = 4;
const WORK = 10;
const DETAILS = 12;
const MARGIN = 12;

/** Where everything lies: what another instance of the kernels on the same memory has to bind. */
export interface StoreLayout {
  stride: number;
  positions: number;
  work: number;
  /** 0: none. */
  details: number;
  shapes: number;
}

/** The bodies of the last update in the memory of the kernels. */
export interface BodyStore {
  readonly layout: StoreLayout;
  /** Slots taken. */
  readonly end: number;
  /** Live bodies. */
  readonly count: number;
  /** All are massive circles of group 1 with all masks, none free. */
  readonly plain: boolean;
  /** There are groups or masks. */
  readonly grouped: boolean;
  /** There are fixed bodies. */
  readonly anyFixed: boolean;
  /** In plain stores: the bounds of positions, and the largest radius. */
  readonly world: World;
  readonly largest: number;
  /** The area (in 3D, volume) of the largest against the mean: at least 1, or NaN. */
  readonly spread: number;
  /** Generations of the slots, for contacts. */
  readonly generation: Uint32Array;
  take(bodies: Bodies): void;
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
    kernels.halfBounds(n);
    detailed = true;
  }

  return {
    layout,
    get end() {
      return end;
    },
    get count() {
      return count;
    },
    get plain() {
      return plain;
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
      end = n;
      count = bodies.count;
    },
    needDetails() {
      if (!detailed && end > 0) fillDetails(undefined, end);
    },
  };
}
