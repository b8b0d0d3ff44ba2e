// The powers of two of blocks, for step.wgsl.ts in precision 'log'.
import type { StepShape } from './shape.ts';

export function blockScaleWgsl({ lanesX, lanesY }: StepShape): string {
  const pitch = lanesX + 2;
  const scales = pitch * (lanesY + 2);
  return /* wgsl */ `
// scale of a block without scent, and exponent of 0
const NOTHING = -0x40000000;
const SCALE_PITCH = ${pitch}u;
const SCALES = ${scales}u;

var<workgroup> blockScale: array<i32, ${2 * scales}>;

fn scaleAt(cx: u32, cy: u32) -> u32 { return (cy + 1u) * SCALE_PITCH + cx + 1u; }

/** Binary exponents of m * 2^(96 k). */
fn exponents(m: vec4f, k: vec4i) -> vec4i {
  let e = 96 * k + vec4i(bitcast<vec4u>(m) >> vec4u(23u)) - 127;
  return select(e, vec4i(NOTHING), m == vec4f());
}

/** The values with these exponents instead of theirs; 0 where they are too small. */
fn scaled(m: vec4f, e: vec4i) -> vec4f {
  let bits = (bitcast<vec4u>(m) & vec4u(0x7fffffu)) | bitcast<vec4u>((e + 127) << vec4u(23u));
  return bitcast<vec4f>(select(bits, vec4u(), (m == vec4f()) | (e < vec4i(-110))));
}

/** k of v * 2^scale. */
fn windows(v: vec4f, scale: i32) -> vec4i {
  let e = scale + vec4i(bitcast<vec4u>(v) >> vec4u(23u)) - 127;
  // division rounds down only above 0
  let k = vec4i((vec4u(e + 96 * 0x100000)) / 96u) - 0x100000;
  return select(k, vec4i(), v == vec4f());
}

/** m of v * 2^scale. */
fn unscaled(v: vec4f, scale: i32, k: vec4i) -> vec4f {
  let bits = bitcast<vec4u>(v);
  let e = vec4i(bits >> vec4u(23u)) + scale - 96 * k;
  let m = (bits & vec4u(0x7fffffu)) | bitcast<vec4u>(e << vec4u(23u));
  return bitcast<vec4f>(select(m, vec4u(), bits == vec4u()));
}

/** What values of a block with scale \`there\` are multiplied by in one with scale \`here\`. */
fn factorTo(here: i32, there: i32) -> f32 {
  // without scent every factor will do
  let e = select(there - here, 0, there == NOTHING);
  return select(bitcast<f32>(u32(clamp(e, -126, 127) + 127) << 23u), 0f, e < -126);
}

/** The scale of a block without scent: that of the largest value at its edges. */
fn arriving(e: u32, r: u32, q: u32, cx: u32) -> i32 {
  var most = NOTHING;
  for (var k = 0u; k < ROWS + 2u; k++) {
    // which row of blocks
    let row = select(select(q, q + SCALE_PITCH, k == ROWS + 1u), q - SCALE_PITCH, k == 0u);
    if (cx > 0u) { most = max(most, exponentOf(last[e + k * LX - 1u], blockScale[row - 1u])); }
    if (cx + 1u < LX) { most = max(most, exponentOf(first[e + k * LX + 1u], blockScale[row + 1u])); }
  }
  let up = bottom[r];
  let down = top[r + LX];
  for (var c = 0u; c < 4u; c++) {
    most = max(most, exponentOf(up[c], blockScale[q - SCALE_PITCH]));
    most = max(most, exponentOf(down[c], blockScale[q + SCALE_PITCH]));
  }
  return most;
}

fn exponentOf(v: f32, scale: i32) -> i32 {
  return select(i32(bitcast<u32>(v) >> 23u) - 127 + scale, NOTHING, v == 0f);
}

/** Whether a value from another block was lost to underflow; wrong where another one is small too. */
fn loses(e: u32, r: u32, cx: u32, scales: array<f32, 8>, wrong: ptr<function, bool>) -> bool {
  var lost = false;
  var small = false;
  for (var k = 0u; k < ROWS + 2u; k++) {
    let west = select(select(scales[2], scales[6], k == ROWS + 1u), scales[4], k == 0u);
    let east = select(select(scales[3], scales[7], k == ROWS + 1u), scales[5], k == 0u);
    let l = select(last[e + k * LX - 1u], 0f, cx == 0u);
    let r0 = select(first[e + k * LX + 1u], 0f, cx == LX - 1u);
    lost = lost || (l != 0f && l * west < 0x1p-126) || (r0 != 0f && r0 * east < 0x1p-126);
    small = small || (l * west >= 0x1p-126 && l * west < 0x1p-60);
    small = small || (r0 * east >= 0x1p-126 && r0 * east < 0x1p-60);
  }
  let up = bottom[r];
  let down = top[r + LX];
  lost = lost || any((up != vec4f()) & (up * scales[0] < vec4f(0x1p-126)));
  lost = lost || any((down != vec4f()) & (down * scales[1] < vec4f(0x1p-126)));
  small = small || any((up * scales[0] >= vec4f(0x1p-126)) & (up * scales[0] < vec4f(0x1p-60)));
  small = small || any((down * scales[1] >= vec4f(0x1p-126)) & (down * scales[1] < vec4f(0x1p-60)));
  if (lost && small) { *wrong = true; }
  return lost;
}
`;
}
