// Numbers of the linear program as plain f32. A compiler may fuse a product with a sum.
//
// The text of the linear program calls arithmetic by function, so that one text serves three kinds
// of numbers: plain f32, f32 with IEEE 754 rounding (rounded.wgsl.ts), and pairs of f32
// (double.wgsl.ts).

export const plainWgsl: string = /* wgsl */ `
alias N = f32;
fn num(v: f32) -> N { return v; }
fn rounded(a: N) -> f32 { return a; }
fn add(a: N, b: N) -> N { return a + b; }
fn sub(a: N, b: N) -> N { return a - b; }
fn mul(a: N, b: N) -> N { return a * b; }
fn div(a: N, b: N) -> N { return a / b; }
fn root(a: N) -> N { return sqrt(a); }
fn neg(a: N) -> N { return -a; }
fn less(a: N, b: N) -> bool { return a < b; }
`;
