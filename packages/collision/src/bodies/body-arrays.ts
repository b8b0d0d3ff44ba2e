// The arrays of bodies: their classes, and how absent ones are made.
import type { Bodies } from '../types.ts';

const FLOATS = ['x', 'y', 'z', 'radius', 'extentX', 'extentY', 'extentZ'] as const;
export const BYTES = ['shape', 'kind', 'fixed'] as const;
const WORDS = ['group', 'mask', 'generation'] as const;
export type ArrayName = (typeof FLOATS)[number] | (typeof BYTES)[number] | (typeof WORDS)[number];
export const ARRAYS: readonly ArrayName[] = [...FLOATS, ...BYTES, ...WORDS];

/** Bodies as the functions of this folder write them. */
export type Store = { -readonly [Field in keyof Bodies]: Bodies[Field] } & {
  /** Slots to use again, the last one first. */
  freeSlots: number[];
  /** True: no array is the caller's, so the arrays can grow. */
  owned: boolean;
  /** True: new arrays are made on SharedArrayBuffers. */
  shared: boolean;
};

/**
 * Makes an absent array, with the value that its absence stood for; for `shape` also the arrays of
 * extents that are absent.
 */
export function needArrays(store: Store, name: 'shape' | 'group' | 'mask' | 'fixed'): void {
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

/** The array of radii for the option `radius`. */
export function makeRadius(
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

export function makeArray<Name extends ArrayName>(
  name: Name,
  length: number,
  shared: boolean,
): ClassOf<Name> {
  const type = classOf(name);
  const bytes = length * type.BYTES_PER_ELEMENT;
  // the cast: a constructor takes both kinds of buffers, but each of its overloads takes only one
  const buffer = (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)) as ArrayBuffer;
  return new type(buffer) as ClassOf<Name>;
}
