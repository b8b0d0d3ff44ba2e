// A hash that is the same in JavaScript and WGSL, so that random choices of a solver are equal on
// all backends.

/** A pseudo-random u32 from two others. */
export function chance(a: number, b: number): number {
  let h = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

export const CHANCE: string = /* wgsl */ `
fn chance(a: u32, b: u32) -> u32 {
  var h = (a * 0x9e3779b1u) ^ (b * 0x85ebca77u);
  h = (h ^ (h >> 16u)) * 0x7feb352du;
  h = (h ^ (h >> 15u)) * 0x846ca68bu;
  return h ^ (h >> 16u);
}
`;
