// The lower bounds of A*, for the kernels `workgroup search` and `invocation heap`, and why they
// are valid. `d` is the distance of two nodes along each axis, in cells or metres.
//
// In ticks (uniform grids) every bound is a whole number and computed without rounding. So all of
// them are not only admissible but consistent: along a step the bound falls by at most the ticks of
// the step.
//
//   manhattan   4 neighbours: the ticks of a shortest path on the empty grid
//   octile      8 neighbours: the ticks of a shortest path on the empty grid. 4 neighbours: 1696 /
//               4096 stands for sqrt(2) - 1 in whole numbers. Any factor below 1 keeps the bound
//               below manhattan, and a step then changes the bound by at most a step's ticks
//   euclidean   the straight line, rounded down, has as many ticks per cell as a straight step:
//               2378, with 4 neighbours 1. A diagonal step has 3363 ticks, and its line 3362.9998:
//               no step has fewer ticks than its line
//
// In f32 (weighted grids and graphs) a bound is `params.scale` times a distance. The scale is the
// least factor of an open cell, or `heuristicScale` of the graph: no arc costs less than the scale
// times its straight line. The scale is multiplied by ROUNDING, because labels are rounded sums.
//
// Greedy search orders nodes by the distance alone, which need not be a bound.

/**
 * The f32 sum of k weights may fall short of their true sum by k * 2^-24 of it, and then a bound on
 * the true sum may exceed the rounded one. A bound that is smaller by 2^-18 makes up for 64
 * additions that all lose the most, and for some 4,000 (64^2) whose errors have either sign. On
 * longer paths A* may find a path that costs more than the best one, by the rounding of their sums.
 */
export const ROUNDING: number = 1 - 2 ** -18;

/** Reads HEURISTIC and, of `params`, straight and diagonal: ticks of these steps. */
export const LOWER_BOUND = /* wgsl */ `
/** The distance that HEURISTIC names, in cells or metres. */
fn distanceOf(d: vec2f) -> f32 {
  if (HEURISTIC == 1u) { return d.x + d.y; }
  // 0.41421354 is the f32 below sqrt(2) - 1
  if (HEURISTIC == 2u) { return max(d.x, d.y) + 0.41421354 * min(d.x, d.y); }
  return length(d);
}

/** Lower bound on the ticks of a path. */
fn boundInTicks(d: vec2f) -> u32 {
  let columns = u32(d.x);
  let rows = u32(d.y);
  if (HEURISTIC == 1u) { return (columns + rows) * params.straight; }
  if (HEURISTIC == 2u) {
    let most = max(columns, rows);
    let few = min(columns, rows);
    // with 4 neighbours both steps have the ticks of a straight one
    let corner = params.diagonal - params.straight;
    if (corner == 0u) { return (most + ((few * 1696u) >> 12u)) * params.straight; }
    return most * params.straight + few * corner;
  }
  return hypotenuse(columns * params.straight, rows * params.straight);
}

/** a * a: low word, high word. */
fn square(a: u32) -> vec2u {
  let low = a & 0xffffu;
  let high = a >> 16u;
  let cross = low * high;
  let sum = low * low + (cross << 17u);
  return vec2u(sum, high * high + (cross >> 15u) + select(0u, 1u, sum < (cross << 17u)));
}

/** The largest whole number whose square is at most a * a + b * b; a + b is below 2^32. */
fn hypotenuse(a: u32, b: u32) -> u32 {
  var sum = square(a);
  let other = square(b);
  sum.x += other.x;
  sum.y += other.y + select(0u, 1u, sum.x < other.x);
  // WGSL allows the length a relative error of 12 * 2^-24, below 2^-20, roundings of a and b
  // included. The answer differs from near by at most twice that error
  let near = u32(length(vec2f(f32(a), f32(b))));
  let reach = (near >> 19u) + 2u;
  var root = near - min(near, reach);
  // the answer is at most 2 * reach above root; the loop finds the difference bit by bit
  for (var bits = firstLeadingBit(2u * reach) + 1u; bits > 0u; bits--) {
    let next = root + (1u << (bits - 1u));
    let s = square(next);
    if (s.y < sum.y || (s.y == sum.y && s.x <= sum.x)) { root = next; }
  }
  return root;
}
`;
