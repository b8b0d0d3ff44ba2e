// Sine and cosine of fdlibm (Sun Microsystems 1993) for angles up to 2^19, bit for bit, for the
// corners of arcs in path.ts. V8 computes `Math.sin` and `Math.cos` in the same way, so corners
// have the bits that JavaScript computes from the same arcs. The standard library of AssemblyScript
// differs in the last bit for one angle in a hundred.

/** pi / 2 in three parts of 33 bits; REST_n is pi / 2 less the parts up to n; then 2 / pi. */
const PART_1: f64 = 1.57079632673412561417;
const REST_1: f64 = 6.07710050650619224932e-11;
const PART_2: f64 = 6.0771005063039659766e-11;
const REST_2: f64 = 2.02226624879595063154e-21;
const PART_3: f64 = 2.0222662487111664558e-21;
const REST_3: f64 = 8.47842766036889956997e-32;
const QUARTERS: f64 = 6.36619772367581382433e-1;

/** The upper 32 bits of a number without its sign: the exponent and 20 bits of the fraction. */
function high(x: f64): i32 {
  return <i32>(reinterpret<u64>(x) >> 32) & 0x7fffffff;
}

/**
 * The reduced angle: the angle less `quarter` right angles is `near` plus `rest`, which corrects
 * the rounding of `near`. The reduced angle lies from -pi / 4 to pi / 4.
 */
let near: f64 = 0;
let rest: f64 = 0;
let quarter: i32 = 0;

/** Reduces an angle >= 0: sets `near`, `rest` and `quarter`. */
function reduce(t: f64): void {
  near = t;
  rest = 0;
  quarter = 0;
  const word = high(t);
  if (word <= 0x3fe921fb) return;
  // below 3 pi / 4 fdlibm takes one right angle off
  quarter = word < 0x4002d97c ? 1 : <i32>(t * QUARTERS + 0.5);
  const count = <f64>quarter;
  let part = t - count * PART_1;
  let less = count * REST_1;
  near = part - less;
  // digits are lost where the angle is near a multiple of a right angle
  if (word == high(count * (Math.PI / 2))) {
    const lost = (word >> 20) - (high(near) >> 20);
    if (lost > 16 || quarter == 1) {
      const before = part;
      less = count * PART_2;
      part = before - less;
      less = count * REST_2 - (before - part - less);
      near = part - less;
      if ((word >> 20) - (high(near) >> 20) > 49 && quarter != 1) {
        const second = part;
        less = count * PART_3;
        part = second - less;
        less = count * REST_3 - (second - part - less);
        near = part - less;
      }
    }
  }
  rest = part - near - less;
}

/** The sine of `near` + `rest`. */
function sineNear(): f64 {
  const x = near;
  if (high(x) < 0x3e400000) return x;
  const z = x * x;
  const v = z * x;
  let r =
    2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10);
  r = 8.33333333332248946124e-3 + z * (-1.98412698298579493134e-4 + z * r);
  if (quarter == 0) return x + v * (-1.66666666666666324348e-1 + z * r);
  return x - (z * (0.5 * rest - v * r) - rest - v * -1.66666666666666324348e-1);
}

/** The cosine of `near` + `rest`. */
function cosineNear(): f64 {
  const x = near;
  const word = high(x);
  if (word < 0x3e400000) return 1;
  const z = x * x;
  let r =
    -2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11);
  r = -1.38888888888741095749e-3 + z * (2.48015872894767294178e-5 + z * r);
  r = z * (4.16666666666666019037e-2 + z * r);
  if (word < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * rest));
  const q = word > 0x3fe90000 ? 0.28125 : reinterpret<f64>((<u64>(word - 0x00200000)) << 32);
  return 1 - q - (0.5 * z - q - (z * r - x * rest));
}

export function sin(angle: f64): f64 {
  reduce(abs(angle));
  const value = (quarter & 1) == 0 ? sineNear() : cosineNear();
  return angle < 0 != quarter % 4 >= 2 ? -value : value;
}

export function cos(angle: f64): f64 {
  reduce(abs(angle));
  const value = (quarter & 1) == 0 ? cosineNear() : sineNear();
  return quarter % 4 == 1 || quarter % 4 == 2 ? -value : value;
}
