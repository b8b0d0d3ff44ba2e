const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The least f32 above a finite f32 `value` >= 0. */
export function nextAbove(value: number): number {
  float[0] = value;
  bits[0]++;
  return float[0];
}
