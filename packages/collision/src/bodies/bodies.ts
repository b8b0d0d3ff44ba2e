import { checkOptions, flag } from '@wayfield/check';
import { CIRCLE, FREE, MASSIVE, QUERY, SWEPT } from '../constants.ts';
import { aBody, anyNumber, BUILD_RULES, MOST_SLOTS, quickBodies } from '../rules.ts';
import type { Bodies, BodiesOptions, Body } from '../types.ts';
import {
  type ArrayName,
  ARRAYS,
  makeArray,
  makeRadius,
  needArrays,
  type Store,
} from './body-arrays.ts';
import {
  checkBodies,
  checkCode,
  checkExtent,
  checkPosition,
  checkSize,
  checkWhole,
} from './check-bodies.ts';
import { generationIn, idFrom, slotIn } from './ids.ts';

/**
 * 2^32 slots and 2^21 generations are 2^53 ids: whole numbers that a double holds. A slot whose
 * generations are used up keeps kind FREE and is never used again.
 */
const LAST_GENERATION = 2 ** 21 - 1;

const EXTENTS = ['extentX', 'extentY', 'extentZ'] as const;

function storeOf(bodies: Bodies): Store {
  quickBodies(bodies);
  return bodies as Store;
}

/**
 * Makes bodies from the caller's arrays, or from arrays of their own. Throws RangeError for arrays
 * of different lengths, for a count above their length, for z or extentZ in 2D and for values out
 * of range; TypeError for an array of the wrong class.
 *
 * @example
 * const [x, y] = [new Float32Array([0, 3]), new Float32Array([0, 4])];
 * const bodies = buildBodies({ x, y, radius: 3 });
 * console.log(createCollisionSolver(bodies).pairs().slots.join()); // 0,1
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
 * Adds a body and returns its id. The slot freed last is used first. If all slots are taken, arrays
 * of twice the length replace the old ones. Throws RangeError for values out of range, for z or
 * extentZ other than 0 in 2D, and if the arrays would have to grow beyond 2^31 slots, or to grow at
 * all although one of them is the caller's.
 *
 * @example
 * const bodies = buildBodies();
 * const id = addBody(bodies, { x: 1, y: 2, radius: 0.5 });
 * console.log(bodies.x[slotOf(bodies, id)]); // 1
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
  checkCode(shape, 'shape', CIRCLE, SWEPT);
  checkExtent(shape, extentX, 'extentX');
  checkExtent(shape, extentY, 'extentY');
  checkExtent(shape, extentZ, 'extentZ');
  checkCode(kind, 'kind', MASSIVE, QUERY);
  if (store.dimensions === 2 && (z !== 0 || extentZ !== 0)) {
    throw new RangeError(`z is ${z} and extentZ is ${extentZ}: the bodies are in 2 dimensions`);
  }
  // all arrays are made before the slot is taken: where memory ends, no slot is lost
  if (store.freeSlots.length === 0 && store.end === store.capacity) grow(store);
  if (shape !== CIRCLE) needArrays(store, 'shape');
  if (group >>> 0 !== 1) needArrays(store, 'group');
  if (mask >>> 0 !== 0xffffffff) needArrays(store, 'mask');
  if (fixed) needArrays(store, 'fixed');
  const slot = store.freeSlots.pop() ?? store.end++;
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
  return idFrom(slot, store.generation[slot]);
}

/**
 * Moves a body; in 3D it keeps its z if none is given. The extent of a swept circle becomes the
 * vector back to where the circle was, until the next move or `restBodies`. Throws RangeError for
 * an id of a removed body, for values out of range (also for such an extent), and for a z other
 * than 0 in 2D.
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
  if (store.shape?.[slot] === SWEPT && extentX && extentY) {
    const back = [xs[slot] - Math.fround(x), ys[slot] - Math.fround(y)];
    back.push(zs && z !== undefined ? zs[slot] - Math.fround(z) : 0);
    back.forEach((value, axis) => checkPosition(value, EXTENTS[axis]));
    [extentX[slot], extentY[slot]] = back;
    if (extentZ) extentZ[slot] = back[2];
  }
  xs[slot] = x;
  ys[slot] = y;
  if (zs && z !== undefined) zs[slot] = z;
  if (store.fixed?.[slot] === 1) store.fixedVersion++;
}

/** Sets the extents of all swept circles to 0, for the start of a tick. */
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

/**
 * Removes a body. A later `addBody` uses its slot, until 2^21 bodies have lived in the slot. Throws
 * RangeError for an id of a removed body.
 */
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

/** Is this the id of a live body? */
export function hasBody(bodies: Bodies, id: number): boolean {
  quickBodies(bodies);
  if (typeof id !== 'number') anyNumber(id, 'id');
  const slot = slotIn(id);
  return (
    slot < bodies.end && bodies.kind[slot] !== FREE && bodies.generation[slot] === generationIn(id)
  );
}

/** The slot of a live body. Throws RangeError for the id of a removed body, or of none. */
export function slotOf(bodies: Bodies, id: number): number {
  if (!hasBody(bodies, id)) {
    throw new RangeError(
      `id ${id} (slot ${slotIn(id)}, generation ${generationIn(id)}) is not the id of a live body`,
    );
  }
  return slotIn(id);
}

/** The id of the body that lives in a slot. Throws RangeError for any other number. */
export function idOf(bodies: Bodies, slot: number): number {
  quickBodies(bodies);
  anyNumber(slot, 'slot');
  // `kind` is undefined for a number that is no slot, and `undefined > FREE` is false
  if (!(slot < bodies.end && bodies.kind[slot] > FREE)) {
    throw new RangeError(`slot ${slot} has no live body, the slots in use are below ${bodies.end}`);
  }
  return idFrom(slot, bodies.generation[slot]);
}

/**
 * Makes a body fixed, or lets it move again. Solvers may keep their old values of fixed bodies
 * until `fixedVersion` changes, as it does here if the flag changes. Throws RangeError for an id of
 * a removed body.
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

/** Tells solvers that values of fixed bodies were written into the arrays. */
export function fixedChanged(bodies: Bodies): void {
  storeOf(bodies).fixedVersion++;
}

function option(options: BodiesOptions, name: ArrayName): unknown {
  return name === 'generation' ? undefined : options[name];
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
