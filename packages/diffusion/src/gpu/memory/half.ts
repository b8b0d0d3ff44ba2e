// Half floats, IEEE 754 binary16, of values that are not negative: functions for the host, and WGSL
// with the same bits.

/**
 * Storage 'f16' rounds after every eighth step: a dispatch has at most 8 steps, and fewer only at
 * the end of a call.
 */
export const HALF_STEPS = 8;
/** The largest value, and the least above 0. */
export const MOST_HALF = 65504;
export const LEAST_HALF: number = 2 ** -24;

const scratch = new Float32Array(1);
const scratchBits = new Uint32Array(scratch.buffer);

/** The options that decide whether the fields of a model can be stored as halves. */
interface Wanted {
  readonly method: string;
  readonly precision: 'f32' | 'log';
}

/** Throws RangeError for an unknown storage, and where fields cannot be stored as halves. */
export function checkStorage(storage: string, { method, precision }: Wanted): void {
  if (storage === 'f32') return;
  if (storage !== 'f16') throw new RangeError(`storage is '${storage}', expected f32 or f16`);
  if (method !== 'diffusion') {
    throw new RangeError(`storage 'f16' is for method 'diffusion', method is '${method}'`);
  }
  if (precision !== 'f32') {
    throw new RangeError(
      `storage 'f16' needs precision 'f32', precision is '${precision}': halves hold no scent ` +
        `below ${LEAST_HALF} (2^-24)`,
    );
  }
}

/** Throws RangeError for the first strength that a half cannot hold. */
export function checkHalfStrength(strength: number | ArrayLike<number>): void {
  const list = typeof strength === 'number' ? [strength] : strength;
  for (let i = 0; i < list.length; i++) {
    if (list[i] >= LEAST_HALF && list[i] <= MOST_HALF) continue;
    const name = list === strength ? `strength[${i}]` : 'strength';
    throw new RangeError(
      `${name} is ${list[i]}, storage 'f16' holds ${LEAST_HALF} (2^-24) to ${MOST_HALF}`,
    );
  }
}

/** Throws RangeError unless settling is a number of steps. */
export function checkHalfSettle(until: 'front' | 'residual' | number): void {
  if (typeof until === 'number') return;
  throw new RangeError(
    `settle until '${until}' does not go with storage 'f16', which rounds scent below ` +
      `2^-25 to 0 and changes of less ` +
      'than one part in 4096 away: settle until a number of steps',
  );
}

/** Throws RangeError for pursuers that leave marks. */
export function checkHalfPursuers(marks: {
  readonly emit?: unknown;
  readonly modulate?: unknown;
}): void {
  for (const name of ['emit', 'modulate'] as const) {
    if (marks[name] === undefined) continue;
    throw new RangeError(
      `${name} does not go with storage 'f16', as marks are made in f32: use storage ` +
        `'f32', setGoals or setModulation`,
    );
  }
}

/**
 * The nearest half of an f32 from 0 to `MOST_HALF`, of two equally near ones the one with the even
 * bits.
 */
export function halfBits(value: number): number {
  scratch[0] = value;
  const bits = scratchBits[0];
  if (bits >= 0x38800000) return (bits - 0x38000000 + 0xfff + ((bits >>> 13) & 1)) >>> 13;
  // below 2^-14 halves are multiples of 2^-24, the last place of f32 at 0.5: the sum rounds
  scratch[0] = value + 0.5;
  return scratchBits[0] - 0x3f000000;
}

/** The value of a half, exactly. */
export function halfValue(half: number): number {
  if (half < 0x400) return half * LEAST_HALF;
  scratchBits[0] = (half << 13) + 0x38000000;
  return scratch[0];
}

/**
 * The functions of this file for four cells: halfOf, halvesOf (two to a word, the first in the low
 * bits) and valuesOf. They use neither f16, which is an optional feature, nor packing functions,
 * which leave open how they round and what becomes of values below 2^-14.
 */
export const halfWgsl = /* wgsl */ `
fn halfOf(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let normal = (bits - 0x38000000u + 0xfffu + ((bits >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  let small = bitcast<vec4u>(v + 0.5f) - 0x3f000000u;
  return select(small, normal, bits >= vec4u(0x38800000u));
}

fn halvesOf(v: vec4f) -> vec2u {
  let h = halfOf(v);
  return vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}

fn valuesOf(halves: vec2u) -> vec4f {
  let h = vec4u(halves.x & 0xffffu, halves.x >> 16u, halves.y & 0xffffu, halves.y >> 16u);
  let normal = bitcast<vec4f>((h << vec4u(13u)) + 0x38000000u);
  // a multiple of 2^-24: no f32 below 2^-126 comes up, which a device may take for 0
  let small = bitcast<vec4f>(h | vec4u(0x3f000000u)) - 0.5f;
  return select(normal, small, h < vec4u(0x400u));
}
`;
