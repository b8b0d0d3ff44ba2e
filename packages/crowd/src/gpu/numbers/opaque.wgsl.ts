/**
 * `opaque(v)` is `v`, and no compiler can see through it. A product that passes through `opaque` is
 * rounded before it is added; a difference that passes through it is not reassociated. The kernel
 * declares `nought()`, a u32 out of a uniform that is always 0.
 */
export const opaqueWgsl: string = /* wgsl */ `
fn opaque(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) ^ nought()); }
`;

/**
 * The error of a rounded product: `a * b = p + productError(a, b, p)`, exactly unless a part of the
 * product is subnormal or overflows. By the halves of Dekker (1971), cut by bits: each product of
 * two halves has at most 24 bits, so fusing changes nothing. For devices whose `fma` may round
 * twice, as WGSL allows.
 */
export const splitProductWgsl: string = /* wgsl */ `
fn productError(a: f32, b: f32, p: f32) -> f32 {
  let ah = bitcast<f32>(bitcast<u32>(a) & 0xfffff000u);
  let bh = bitcast<f32>(bitcast<u32>(b) & 0xfffff000u);
  let al = a - ah;
  let bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}
`;

/** As `splitProductWgsl`, for devices whose `fma` rounds once: `fmaRoundsOnce` in fused.ts. */
export const fusedProductWgsl: string = /* wgsl */ `
fn productError(a: f32, b: f32, p: f32) -> f32 { return fma(a, b, -p); }
`;
