// Values of precision 'log' have an exponent without bounds. They are held in two forms:
//
//   windowed, on a GPU     m * 2^(96 k), 1 <= m < 2^96 or m = 0, a k for each cell. Pursuers on
//                          every backend compare scents in this form.
//   scaled, in WebAssembly m * 2^scale, m any normal f32 or 0. Blocks of 16 cells mostly share one
//                          scale, a multiple of 64 (assembly/step/log-block.ts).
//
// Both have 24 significant bits, so the same value has the same logarithm.
import { WINDOW } from '../constants.ts';

const UP = 2 ** WINDOW;

/** A finite number of at least 0 in windowed form; 0 is m = 0, k = 0, as the kernels write it. */
export function toWindowed(value: number): { m: number; k: number } {
  if (value === 0) return { m: 0, k: 0 };
  let m = value;
  let k = 0;
  for (; m < 1; k--) m *= UP;
  for (; m >= UP; k++) m /= UP;
  return { m, k };
}

/** The binary logarithm of m * 2^(96 k), rounded to f32 once: `-Infinity` for 0. */
export function log2OfWindowed(m: number, k: number): number {
  return log2OfScaled(m, WINDOW * k);
}

/** The binary logarithm of m * 2^scale, rounded to f32 once; m is a normal f32 or 0. */
export function log2OfScaled(m: number, scale: number): number {
  if (m === 0) return -Infinity;
  // exponent and fraction by their bits: a whole field is read this way
  float[0] = m;
  const word = bits[0];
  bits[0] = (word & 0x7fffff) | 0x3f800000;
  return Math.fround(Math.log2(float[0]) + ((word >>> 23) - 127 + scale));
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The exponent e of m = f * 2^e, 1 <= f < 2; m > 0. */
export function exponentOf(m: number): number {
  const exponent = Math.floor(Math.log2(m));
  if (2 ** exponent > m) return exponent - 1;
  return 2 ** (exponent + 1) <= m ? exponent + 1 : exponent;
}
