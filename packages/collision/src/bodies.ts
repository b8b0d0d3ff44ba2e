import { checkOptions, flag, refuseNumber } from '@wayfield/check';
import { CIRCLE, FREE, LARGEST, MASSIVE, QUERY, SWEPT } from './constants.ts';
import { aBody, anyNumber, BUILD_RULES, quickBodies } from './rules.ts';
import type { Bodies, BodiesOptions, Body } from './types.ts';

/** Ids stay whole numbers that a double holds: a slot whose generations are used up stays free. */
const LAST_GENERATION = 2 ** 21 - 1;
const SLOTS = 2 ** 32;
const MOST_SLOTS = 2 ** 31;

const FLOATS = ['x', 'y', 'z', 'radius', 'extentX', 'extentY', 'extentZ'] as const;
const BYTES = ['shape', 'kind', 'fixed'] as const;
const WORDS = ['group', 'mask', 'generation'] as const;
const ARRAYS = [...FLOATS, ...BYTES, ...WORDS] as const;
type ArrayName = (typeof ARRAYS)[number];

/** What the functions of this file write: the fields of `Bodies`, and the slots to use again. */
type Store = { -readonly [Field in keyof Bodies]: Bodies[Field] } & {
  freeSlots: number[];
  owned: boolean;
  shared: boolean;
};

function storeOf(bodies: Bodies): Store {
  quickBodies(bodies);
  return bodies as Store;
}

/**
 * Makes bodies, none or `count`, from the caller's arrays or from arrays of its own. Throws RangeError
 * for arrays of different length, a count above it and values out of range, TypeError for an array of
 * the wrong class.
 */
export function buildBodies(options: BodiesOptions = {}): Bodies {
  checkOptions('buildBodies', options, BUILD_RULES);
  const { dimensions = options.z === undefined ? 2 : 3, shared = false } = options;
  if (dimensions === 2 && (options.z ?? options.extentZ) !== undefined) {
    throw new RangeError('bodies in 2 dimensions have no z and no extentZ');
  }
  const given = ARRAYS.filter((name) => ArrayBuffer.isView(option(options, name)));
  const lengths = given.map((name) => (option(options, name) as Float32Array).length);
  const capacity = options.capacity ?? lengths[0] ?? 1024;
  const count = options.count ?? options.x?.length ?? 0;
  checkWhole(capacity, 'capacity', MOST_SLOTS);
  given.forEach((name, i) => {
    if (lengths[i] !== capacity) {
      throw new RangeError(`${name} has ${lengths[i]} entries, the capacity is ${capacity}`);
    }
  });
  checkWhole(count, 'count', capacity);

  const store: Store = {
    dimensions,
    capacity,
    end: count,
    count,
    x: options.x ?? makeArray('x', capacity, shared),
    y: options.y ?? makeArray('y', capacity, shared),
    radius: makeRadius(options.radius, capacity, shared),
    kind: options.kind ?? makeArray('kind', capacity, shared).fill(MASSIVE, 0, count),
    generation: makeArray('generation', capacity, shared),
    version: 0,
    fixedVersion: 0,
    freeSlots: [],
    owned: given.length === 0,
    shared,
  };
  if (dimensions === 3) store.z = options.z ?? makeArray('z', capacity, shared);
  const { extentX, extentY, extentZ, shape, group, mask, fixed } = options;
  if (extentX !== undefined || extentY !== undefined || extentZ !== undefined) {
    store.extentX = extentX ?? makeArray('extentX', capacity, shared);
    store.extentY = extentY ?? makeArray('extentY', capacity, shared);
    if (dimensions === 3) store.extentZ = extentZ ?? makeArray('extentZ', capacity, shared);
  }
  if (shape !== undefined) {
    store.shape = shape;
    needArrays(store, 'shape');
  }
  if (fixed !== undefined) store.fixed = fixed;
  if (group !== undefined) store.group = group;
  if (mask !== undefined) store.mask = mask;
  for (let slot = count - 1; slot >= 0; slot--) {
    if (store.kind[slot] !== FREE) continue;
    store.freeSlots.push(slot);
    store.count--;
  }
  checkBodies(store);
  return store;
}

/**
 * Adds a body and returns its id. Slots of removed bodies are used first, the last one freed first.
 * Throws RangeError for values out of range, and where the capacity is reached and the arrays, or one
 * of them, are the caller's.
 */
export function addBody(bodies: Bodies, body: Body): number {
  const store = storeOf(bodies);
  aBody(body, 'body');
  const { x, y, z = 0, radius = 0, extentX = 0, extentY = 0, extentZ = 0 } = body;
  const { shape = CIRCLE, kind = MASSIVE, group = 1, mask = 0xffffffff, fixed = false } = body;
  checkPosition(x, 'x');
  checkPosition(y, 'y');
  checkPosition(z, 'z');
  checkSize(radius, 'radius');
  checkPosition(extentX, 'extentX');
  checkPosition(extentY, 'extentY');
  checkPosition(extentZ, 'extentZ');
  checkCode(shape, 'shape', CIRCLE, SWEPT);
  checkCode(kind, 'kind', MASSIVE, QUERY);
  if (store.dimensions === 2 && (z !== 0 || extentZ !== 0)) {
    throw new RangeError(`z is ${z} and extentZ is ${extentZ}: the bodies are in 2 dimensions`);
  }
  const slot = takeSlot(store);
  if (shape !== CIRCLE) needArrays(store, 'shape');
  if (group >>> 0 !== 1) needArrays(store, 'group');
  if (mask >>> 0 !== 0xffffffff) needArrays(store, 'mask');
  if (fixed) needArrays(store, 'fixed');
  store.x[slot] = x;
  store.y[slot] = y;
  if (store.z) store.z[slot] = z;
  store.radius[slot] = radius;
  if (store.extentX) store.extentX[slot] = extentX;
  if (store.extentY) store.extentY[slot] = extentY;
  if (store.extentZ) store.extentZ[slot] = extentZ;
  if (store.shape) store.shape[slot] = shape;
  if (store.group) store.group[slot] = group;
  if (store.mask) store.mask[slot] = mask;
  if (store.fixed) store.fixed[slot] = fixed ? 1 : 0;
  store.kind[slot] = kind;
  store.count++;
  store.version++;
  if (fixed) store.fixedVersion++;
  return slot + store.generation[slot] * SLOTS;
}

/**
 * Moves a body. A swept circle remembers the way: its extent becomes the way back, and stays until the
 * next move or `restBodies`. Throws RangeError for an id of a removed body.
 */
export function moveBody(bodies: Bodies, id: number, x: number, y: number, z?: number): void {
  const store = storeOf(bodies);
  const slot = slotOf(bodies, id);
  checkPosition(x, 'x');
  checkPosition(y, 'y');
  if (z !== undefined) checkPosition(z, 'z');
  if (z !== undefined && store.z === undefined && z !== 0) {
    throw new RangeError(`z is ${z}: the bodies are in 2 dimensions`);
  }
  const { x: xs, y: ys, z: zs, extentX, extentY, extentZ } = store;
  const [oldX, oldY, oldZ] = [xs[slot], ys[slot], zs?.[slot] ?? 0];
  xs[slot] = x;
  ys[slot] = y;
  if (zs && z !== undefined) zs[slot] = z;
  if (store.shape?.[slot] === SWEPT && extentX && extentY) {
    extentX[slot] = oldX - xs[slot];
    extentY[slot] = oldY - ys[slot];
    if (zs && extentZ) extentZ[slot] = oldZ - zs[slot];
  }
  if (store.fixed?.[slot] === 1) store.fixedVersion++;
}

/** Lets all swept circles stand still: their extents become 0. For the start of a tick. */
export function restBodies(bodies: Bodies): void {
  quickBodies(bodies);
  const { shape, extentX, extentY, extentZ, end } = bodies;
  if (!shape || !extentX || !extentY) return;
  for (let slot = 0; slot < end; slot++) {
    if (shape[slot] !== SWEPT) continue;
    if (bodies.fixed?.[slot] === 1 && (extentX[slot] || extentY[slot] || extentZ?.[slot])) {
      storeOf(bodies).fixedVersion++;
    }
    extentX[slot] = 0;
    extentY[slot] = 0;
    if (extentZ) extentZ[slot] = 0;
  }
}

/** Removes a body. Its slot is used again by a later `addBody`. Throws RangeError for an id of a removed body. */
export function removeBody(bodies: Bodies, id: number): void {
  const store = storeOf(bodies);
  const slot = slotOf(bodies, id);
  store.kind[slot] = FREE;
  store.count--;
  store.version++;
  if (store.fixed?.[slot] === 1) {
    store.fixed[slot] = 0;
    store.fixedVersion++;
  }
  if (store.generation[slot] < LAST_GENERATION) {
    store.generation[slot]++;
    store.freeSlots.push(slot);
  }
}

/** Is this the id of a living body? */
export function hasBody(bodies: Bodies, id: number): boolean {
  quickBodies(bodies);
  if (typeof id !== 'number') anyNumber(id, 'id');
  const slot = id % SLOTS;
  return (
    slot < bodies.end &&
    bodies.kind[slot] !== FREE &&
    bodies.generation[slot] === (id - slot) / SLOTS
  );
}

/** The slot of a living body. Throws RangeError for an id of a removed body, or of none. */
export function slotOf(bodies: Bodies, id: number): number {
  if (!hasBody(bodies, id)) {
    const slot = id % SLOTS;
    throw new RangeError(
      `id ${id} (slot ${slot}, generation ${(id - slot) / SLOTS}) is not the id of a living body`,
    );
  }
  return id % SLOTS;
}

/** The id of the body that lives in a slot. Throws RangeError for a free slot. */
export function idOf(bodies: Bodies, slot: number): number {
  quickBodies(bodies);
  anyNumber(slot, 'slot');
  if (!(slot < bodies.end) || bodies.kind[slot] === FREE) {
    throw new RangeError(`slot ${slot} is free, the bodies end at slot ${bodies.end}`);
  }
  return slot + bodies.generation[slot] * SLOTS;
}

/**
 * Makes a body fixed, such as one that came to rest, or lets it go again. Throws RangeError for an id of a
 * removed body.
 */
export function fixBody(bodies: Bodies, id: number, fixed = true): void {
  const store = storeOf(bodies);
  const slot = slotOf(bodies, id);
  flag(fixed, 'fixed');
  if ((store.fixed?.[slot] === 1) === fixed) return;
  needArrays(store, 'fixed');
  store.fixed![slot] = fixed ? 1 : 0;
  store.fixedVersion++;
}

/** Says that values of fixed bodies were written straight into the arrays. */
export function fixedChanged(bodies: Bodies): void {
  storeOf(bodies).fixedVersion++;
}

/** Throws RangeError for the first live body with a NaN or a value out of range. */
export function checkBodies(bodies: Bodies): void {
  quickBodies(bodies);
  for (let slot = 0; slot < bodies.end; slot++) checkSlot(bodies, slot);
}

/** As `checkBodies` for one slot. */
export function checkSlot(bodies: Bodies, slot: number): void {
  const { kind, radius, shape, x, y, z, extentX, extentY, extentZ } = bodies;
  if (kind[slot] === FREE) return;
  if (kind[slot] > QUERY) checkCode(kind[slot], `kind[${slot}]`, FREE, QUERY);
  if (shape && shape[slot] > SWEPT) checkCode(shape[slot], `shape[${slot}]`, CIRCLE, SWEPT);
  if (!(Math.abs(x[slot]) <= LARGEST)) checkPosition(x[slot], `x[${slot}]`);
  if (!(Math.abs(y[slot]) <= LARGEST)) checkPosition(y[slot], `y[${slot}]`);
  if (z && !(Math.abs(z[slot]) <= LARGEST)) checkPosition(z[slot], `z[${slot}]`);
  if (!(radius[slot] >= 0 && radius[slot] <= LARGEST)) checkSize(radius[slot], `radius[${slot}]`);
  if (extentX) checkPosition(extentX[slot], `extentX[${slot}]`);
  if (extentY) checkPosition(extentY[slot], `extentY[${slot}]`);
  if (extentZ) checkPosition(extentZ[slot], `extentZ[${slot}]`);
}

function option(options: BodiesOptions, name: ArrayName): unknown {
  return name === 'generation' ? undefined : options[name];
}

/** A free slot, used before or new. */
function takeSlot(store: Store): number {
  const used = store.freeSlots.pop();
  if (used !== undefined) return used;
  if (store.end === store.capacity) grow(store);
  return store.end++;
}

function grow(store: Store): void {
  if (!store.owned) {
    throw new RangeError(
      `all ${store.capacity} slots are taken, and bodies in the caller's arrays do not grow`,
    );
  }
  const capacity = Math.max(16, store.capacity * 2);
  checkWhole(capacity, 'capacity', MOST_SLOTS);
  const larger: Partial<Record<ArrayName, ReturnType<typeof makeArray>>> = {};
  for (const name of ARRAYS) {
    const array = store[name];
    if (array === undefined) continue;
    larger[name] = makeArray(name, capacity, store.shared);
    larger[name].set(array as Float32Array);
    if (name === 'group') larger[name].fill(1, store.capacity);
    if (name === 'mask') larger[name].fill(0xffffffff, store.capacity);
  }
  Object.assign(store, larger, { capacity });
}

/** Makes an array that was absent, with the value that absence stood for. */
function needArrays(store: Store, name: 'shape' | 'group' | 'mask' | 'fixed'): void {
  const { capacity, shared } = store;
  if (name === 'shape') {
    store.shape ??= makeArray('shape', capacity, shared) as Uint8Array;
    store.extentX ??= makeArray('extentX', capacity, shared) as Float32Array;
    store.extentY ??= makeArray('extentY', capacity, shared) as Float32Array;
    if (store.dimensions === 3) {
      store.extentZ ??= makeArray('extentZ', capacity, shared) as Float32Array;
    }
  } else if (name === 'fixed') {
    store.fixed ??= makeArray('fixed', capacity, shared) as Uint8Array;
  } else {
    const value = name === 'group' ? 1 : 0xffffffff;
    store[name] ??= (makeArray(name, capacity, shared) as Uint32Array).fill(value);
  }
}

function makeRadius(
  radius: Float32Array | number | undefined,
  capacity: number,
  shared: boolean,
): Float32Array {
  if (typeof radius === 'object') return radius;
  return (makeArray('radius', capacity, shared) as Float32Array).fill(radius ?? 0);
}

type ClassOf<Name extends ArrayName> = Name extends (typeof FLOATS)[number]
  ? Float32Array
  : Name extends (typeof BYTES)[number]
    ? Uint8Array
    : Uint32Array;

function classOf(
  name: ArrayName,
): Float32ArrayConstructor | Uint8ArrayConstructor | Uint32ArrayConstructor {
  if ((FLOATS as readonly string[]).includes(name)) return Float32Array;
  return (BYTES as readonly string[]).includes(name) ? Uint8Array : Uint32Array;
}

function makeArray<Name extends ArrayName>(
  name: Name,
  length: number,
  shared: boolean,
): ClassOf<Name> {
  const type = classOf(name);
  const bytes = length * type.BYTES_PER_ELEMENT;
  // the cast: constructors take either kind of buffer, their overloads one at a time
  const buffer = (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)) as ArrayBuffer;
  return new type(buffer) as ClassOf<Name>;
}

function checkWhole(value: number, name: string, max: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value <= max)) {
    throw new RangeError(`${name} is ${value}, expected a whole number from 0 to ${max}`);
  }
}

function checkCode(value: number, name: string, min: number, max: number): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    throw new RangeError(`${name} is ${value}, expected a whole number from ${min} to ${max}`);
  }
}

export function checkPosition(value: number, name: string): void {
  if (typeof value === 'number' && Math.abs(value) <= LARGEST) return;
  refuseNumber(name, value, 'a number of at most 2^61 in magnitude');
}

export function checkSize(value: number, name: string): void {
  if (typeof value === 'number' && value >= 0 && value <= LARGEST) return;
  refuseNumber(name, value, 'a number from 0 to 2^61');
}
