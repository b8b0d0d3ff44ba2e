import { CIRCLE, MASSIVE } from '../constants.ts';
import type { World } from '../grid/plan-grid.ts';
import type { Host } from '../host.ts';
import type { Bodies } from '../types.ts';
import { checkBodies, checkSlot } from './check-bodies.ts';
import { MEASURE_BYTES } from '../kernels.gen.ts';
import { measure, type Measures } from './measures.ts';
import {
  copyGroups,
  copyKinds,
  copyShapes,
  type StoreColumns,
  storeColumns,
  type StoreLayout,
} from './store-columns.ts';
import { createStoreMemory, type Details, type StoreMemory } from './store-memory.ts';

/** What a store knows of the bodies that it took last. */
interface Facts {
  /** `Bodies.end` at the last update: the bodies lie in slots below it. */
  end: number;
  /** Live bodies. */
  count: number;
  /**
   * True only if all slots hold massive circles, no slot is free, and the bodies have neither
   * groups nor masks. False after `takeSome`.
   */
  plain: boolean;
  /** True only if all live bodies are massive, and the bodies have neither groups nor masks. */
  uniform: boolean;
  /** The bodies have an array of groups or of masks. */
  grouped: boolean;
  /** By slot: 1 for each fixed body; undefined: none is fixed. */
  fixed: Uint8Array | undefined;
  /** `Bodies.version` and `Bodies.fixedVersion` at the last update; −1 before the first. */
  version: number;
  fixedVersion: number;
  /** Generations of the slots, for contacts. */
  generation: Uint32Array;
  /** In plain stores: the bounds of all positions. */
  world: World;
  /** In plain stores: the largest radius. */
  largest: number;
  /**
   * In plain stores: the area (in 3D the volume) of the largest body divided by the mean area, so 1
   * or more. 0 if the sum of areas overflows f32: the bodies then count as alike (`ALIKE`).
   */
  spread: number;
}

/**
 * What `take` saw of the kinds, and at which version. It is not `Facts.version`, because `takeSome`
 * notes new versions there without looking at all kinds.
 */
interface Kinds {
  readonly allMassive: boolean;
  /** `Bodies.version` when it looked. */
  readonly version: number;
}

/** The bodies of the last update in the memory of the kernels. */
export interface BodyStore extends Readonly<Facts> {
  readonly layout: StoreLayout;
  /** Slots that there is room for. */
  readonly capacity: number;
  /**
   * Takes the bodies as they are. Throws RangeError for a value out of range or if memory ends, and
   * changes nothing. `details`: makes room for `needDetails` too, which then cannot throw.
   */
  take(bodies: Bodies, details?: boolean): void;
  /** The columns as views, valid until memory grows. */
  columns(): StoreColumns;
  /**
   * Lists at `list` the slots below the end whose position or radius changed. Returns their number,
   * or `most` + 1 if there are more than `most`.
   */
  listChanged(bodies: Bodies, list: number, most: number): number;
  /**
   * Can `takeSome` take these bodies? Only if the store has slots, if both or neither have groups
   * or masks, and if `bodies.end` is not below that of the last update and not above `capacity`.
   */
  fits(bodies: Bodies): boolean;
  /**
   * Takes the values of the listed slots and leaves all others. Slots from the old end on must be
   * listed. Throws as `take`. Call it only after `fits` returned true, and after `needDetails`.
   */
  takeSome(bodies: Bodies, changed: ChangedSlots): void;
  /** Writes the details of a plain store: kinds, fixed flags and half bounds. */
  needDetails(): void;
}

/** Slots whose bodies changed. */
export interface ChangedSlots {
  /** The first `count` entries. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** The address of the same slots in the memory of the kernels. */
  readonly list: number;
  /** `listChanged` has just copied the positions of these bodies, so `takeSome` need not. */
  readonly fresh: boolean;
}

export function createBodyStore(host: Host): BodyStore {
  const { kernels, arena, blocks, three } = host;
  const memory = createStoreMemory(host);
  const { layout } = memory;
  const numbers = blocks.allocate(MEASURE_BYTES);
  let detailed = false;
  let kinds: Kinds = { allMassive: true, version: -1 };
  kernels.touchBind(three ? 1 : 0);

  const store: Facts & BodyStore = {
    ...nothingTaken(three),
    layout,
    get capacity() {
      return memory.capacity;
    },
    columns: () => storeColumns(arena, layout, memory.capacity),
    listChanged(bodies, list, most) {
      memory.copyPositions(bodies, bodies.end);
      const [flag, { spare }] = [three ? 1 : 0, memory];
      return kernels.listChanged(store.end, flag, spare, layout.stride, list, most) >>> 0;
    },
    fits(bodies) {
      const { end } = store;
      const sameArrays = isGrouped(bodies) === store.grouped;
      return bodies.end <= memory.capacity && bodies.end >= end && sameArrays && end > 0;
    },
    takeSome(bodies, { slots, count, list, fresh }) {
      if (!fresh) memory.copyPositions(bodies, bodies.end);
      const { spare } = memory;
      const { stride } = layout;
      // The kernel checks positions and radii, also of free slots, where any value is allowed. If
      // it refuses one, or if there are shapes and extents to check, the host checks first.
      if (bodies.shape || !kernels.takeChanged(list, count, spare, stride, 1)) {
        for (let i = 0; i < count; i++) checkSlot(bodies, slots[i]);
        kernels.takeChanged(list, count, spare, stride, 0);
      }
      takeDetails(store, bodies, slots, count);
      kernels.halfBounds(count, list);
      store.plain = false;
      noteVersions(store, bodies);
    },
    take(bodies, details = false) {
      const n = bodies.end;
      const isNew = bodies.version !== store.version;
      const seen = bodies.version === kinds.version ? kinds : lookAtKinds(bodies);
      const grouped = isGrouped(bodies);
      const circles = !bodies.shape?.subarray(0, n).some((code) => code !== CIRCLE);
      const plain = seen.allMassive && !grouped && circles;
      // `reserve` then frees the columns with the old bodies, so nothing may be refused after it
      if (n > memory.capacity) checkBodies(bodies);
      memory.reserve(n, { details: details || (n > 0 && !plain), shapes: !circles });
      const sameFixed = !isNew && bodies.fixedVersion === store.fixedVersion;
      const fixed = sameFixed ? store.fixed : fixedFlags(bodies, n);
      if (n > 0 && plain) {
        noteMeasures(store, takePlain(host, memory, bodies, numbers));
        detailed = false;
      } else if (n > 0) {
        takeDetailed(memory, { bodies, fixed, grouped });
        detailed = true;
      }
      if (isNew) store.generation = bodies.generation.slice(0, n);
      store.uniform = !grouped && (seen.allMassive || !someKind(bodies, (kind) => kind > MASSIVE));
      store.grouped = grouped;
      store.fixed = fixed;
      store.plain = plain;
      store.version = bodies.version;
      kinds = seen;
      store.fixedVersion = bodies.fixedVersion;
      store.count = bodies.count;
      store.end = n;
    },
    needDetails() {
      if (detailed || store.end === 0) return;
      memory.reserve(store.end, { details: true, shapes: false });
      memory.writeDetails({ bodies: undefined, fixed: store.fixed, grouped: false }, store.end);
      detailed = true;
    },
  };
  return store;
}

function nothingTaken(three: boolean): Facts {
  return {
    end: 0,
    count: 0,
    plain: true,
    uniform: true,
    grouped: false,
    fixed: undefined,
    version: -1,
    fixedVersion: -1,
    generation: new Uint32Array(0),
    world: { three, low: [0, 0, 0], high: [0, 0, 0] },
    largest: 0,
    spread: 1,
  };
}

/** Does a kind of one of the slots pass the test? */
const someKind = ({ kind, end }: Bodies, is: (kind: number) => boolean): boolean =>
  kind.subarray(0, end).some(is);

const lookAtKinds = (bodies: Bodies): Kinds => ({
  allMassive: !someKind(bodies, (kind) => kind !== MASSIVE),
  version: bodies.version,
});

// Field by field, because `Object.assign` takes a measurable part of an update of 100 bodies.
function noteMeasures(store: Facts, { world, largest, spread }: Measures): void {
  store.world = world;
  store.largest = largest;
  store.spread = spread;
}

const isGrouped = ({ group, mask }: Bodies): boolean => group !== undefined || mask !== undefined;

function fixedFlags({ fixed }: Bodies, n: number): Uint8Array | undefined {
  const flags = fixed?.slice(0, n);
  return flags?.includes(1) ? flags : undefined;
}

/** Plain bodies: copied into the spare columns, measured there, then accepted. */
function takePlain(host: Host, memory: StoreMemory, bodies: Bodies, numbers: number): Measures {
  const { layout } = memory;
  memory.copyPositions(bodies, bodies.end);
  host.kernels.bindPositions(memory.spare, layout.stride);
  const measures = measure(host, numbers, bodies.end);
  if (!measures) {
    host.kernels.bindPositions(layout.positions, layout.stride);
    checkBodies(bodies);
    throw new RangeError('a body has a NaN or a value out of range');
  }
  layout.shapes = 0;
  memory.swapPositions();
  return measures;
}

/** Bodies of any kind: checked, then copied. */
function takeDetailed(memory: StoreMemory, details: Details & { readonly bodies: Bodies }): void {
  const { bodies } = details;
  checkBodies(bodies);
  memory.copyPositions(bodies, bodies.end);
  memory.swapPositions();
  memory.copyShapes(bodies, bodies.end);
  memory.writeDetails(details, bodies.end);
}

/** Takes kinds, fixed flags, groups, masks, shapes and extents of `count` slots. */
function takeDetails(
  store: Facts & BodyStore,
  bodies: Bodies,
  slots: Uint32Array,
  count: number,
): void {
  const columns = store.columns();
  if (bodies.version !== store.version || bodies.fixedVersion !== store.fixedVersion) {
    for (let i = 0; i < count; i++) store.uniform &&= bodies.kind[slots[i]] <= MASSIVE;
    copyKinds(bodies, columns, slots, count);
  }
  if (store.grouped) copyGroups(bodies, columns, slots, count);
  copyShapes(bodies, columns, slots, count);
}

/** Notes generations, flags and versions as the bodies have them now. */
function noteVersions(store: Facts, bodies: Bodies): void {
  const { version, fixedVersion, end, count } = bodies;
  if (version !== store.version) store.generation = bodies.generation.slice(0, end);
  if (fixedVersion !== store.fixedVersion || end > (store.fixed?.length ?? end)) {
    store.fixed = fixedFlags(bodies, end);
  }
  Object.assign(store, { version, fixedVersion, end, count });
}
