// Numbers of the linear program as f32 with the rounding of IEEE 754: each operation gives the bits
// that Math.fround gives. WGSL allows 2.5 units of error in a division and more in a square root;
// both are corrected here by exact remainders. Not for subnormal numbers and overflow. Goes after
// opaque.wgsl.ts.

export const roundedWgsl: string = /* wgsl */ `
alias N = f32;
fn num(v: f32) -> N { return v; }
fn rounded(a: N) -> f32 { return a; }
fn add(a: N, b: N) -> N { return opaque(a + b); }
fn sub(a: N, b: N) -> N { return opaque(a - b); }
fn mul(a: N, b: N) -> N { return opaque(a * b); }
fn neg(a: N) -> N { return -a; }
fn less(a: N, b: N) -> bool { return a < b; }
/** a - q b: exact where q is within a few units of a / b. */
fn remainder(a: f32, b: f32, q: f32) -> f32 {
  let p = opaque(q * b);
  return (a - p) - productError(q, b, p);
}
/** The next f32 farther from 0, or nearer to it. */
fn nextTo(q: f32, outward: bool) -> f32 {
  return bitcast<f32>(bitcast<u32>(q) + select(0xffffffffu, 1u, outward));
}
fn div(a: N, b: N) -> N {
  if (a == 0f) { return a; }
  let first = opaque(a / b);
  let q = opaque(first + remainder(a, b, first) / b);
  let rest = remainder(a, b, q);
  let other = nextTo(q, (rest > 0f) == ((b > 0f) == (q > 0f)));
  // a quotient is never halfway between two f32
  return select(q, other, rest != 0f && abs(remainder(a, b, other)) < abs(rest));
}
fn root(a: N) -> N {
  if (a <= 0f) { return 0f; }
  let first = opaque(sqrt(a));
  let s = opaque(first + remainder(a, first, first) / (2f * first));
  let rest = remainder(a, s, s);
  let other = nextTo(s, rest > 0f);
  let step = abs(other - s);
  // beyond the middle of s and its neighbour, whose square is s s + step s + step step / 4
  let beyond = abs(rest) > step * s;
  return select(s, other, beyond);
}
`;
