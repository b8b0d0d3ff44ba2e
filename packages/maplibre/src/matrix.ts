/**
 * The 4 × 4 matrix m, column by column, times a shift by (x, y). It is computed in f64 and rounded
 * to f32 once: in f32, the shift would be rounded to metres.
 */
export function translate(m: ArrayLike<number>, x: number, y: number): Float32Array<ArrayBuffer> {
  const moved = Float32Array.from(m);
  for (let row = 0; row < 4; row++) moved[12 + row] = m[row] * x + m[4 + row] * y + m[12 + row];
  return moved;
}
