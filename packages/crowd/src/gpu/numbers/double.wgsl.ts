// Numbers of the linear program as pairs of f32, high and low part: about 46 bits. After Dekker
// (1971) and Hida, Li, Bailey: Algorithms for Quad-Double Precision Floating Point Arithmetic
// (2001). Goes after opaque.wgsl.ts.
//
// Knuth's sum of two numbers in any order has a term s - (s - a). NVIDIA's Vulkan driver 580 takes
// it for a, although s is opaque, and such sums have only the precision of f32. So the larger
// number is found first here: Dekker's sum has no such term.

export const doubleWgsl: string = /* wgsl */ `
alias N = vec2f;
fn num(v: f32) -> N { return vec2f(v, 0f); }
fn rounded(a: N) -> f32 { return a.x + a.y; }
fn neg(a: N) -> N { return -a; }
fn less(a: N, b: N) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }
/** The sum of two f32 without error, where the exponent of a is not smaller than that of b. */
fn quickSum(a: f32, b: f32) -> N {
  let s = opaque(a + b);
  return vec2f(s, b - (s - a));
}
/** The sum of any two f32 without error. */
fn twoSum(a: f32, b: f32) -> N {
  let isLarger = abs(a) >= abs(b);
  return quickSum(select(b, a, isLarger), select(a, b, isLarger));
}
/** The product of two f32 without error. */
fn twoProduct(a: f32, b: f32) -> N {
  let p = opaque(a * b);
  return vec2f(p, productError(a, b, p));
}
/** The error is relative to the operands: if they cancel, the sum is less exact, as in f64. */
fn add(a: N, b: N) -> N {
  let s = twoSum(a.x, b.x);
  return quickSum(s.x, s.y + (a.y + b.y));
}
fn sub(a: N, b: N) -> N { return add(a, -b); }
fn mul(a: N, b: N) -> N {
  let p = twoProduct(a.x, b.x);
  return quickSum(p.x, p.y + (a.x * b.y + a.y * b.x));
}
fn scaled(a: N, f: f32) -> N {
  let p = twoProduct(a.x, f);
  return quickSum(p.x, p.y + a.y * f);
}
fn div(a: N, b: N) -> N {
  let q = opaque(a.x / b.x);
  let rest = sub(a, scaled(b, q));
  let next = opaque(rest.x / b.x);
  let last = sub(rest, scaled(b, next)).x / b.x;
  let sum = quickSum(q, next);
  return quickSum(sum.x, sum.y + last);
}
fn root(a: N) -> N {
  if (a.x <= 0f) { return vec2f(); }
  let s = opaque(sqrt(a.x));
  let rest = sub(a, twoProduct(s, s));
  let next = quickSum(s, rest.x / (2f * s));
  let left = sub(a, mul(next, next));
  return quickSum(next.x, next.y + left.x / (2f * next.x));
}
`;
