// The linear programs of assembly/program/program.ts for one invocation, in the numbers of
// `../numbers`. Half-plane i is n · v >= c.
//
// `seek` is called from one place, in a loop, because compilers inline every call. It first solves
// the program itself. If that is infeasible, it solves one program over bisectors for each
// half-plane that is violated too much (`relax` of the CPU), and last the program over relaxed
// half-planes. A bisector is a half-plane whose border is where two half-planes are violated
// equally.

/** What the numbers of a program can tell apart; parts of the largest speed. */
export interface ProgramTolerances {
  /** Borders whose directions differ by less than this sine count as parallel. */
  readonly parallel: string;
  /** Violations below this are rounding. */
  readonly rounding: string;
  /** Bounds on a border that cross by less than this meet in one velocity. */
  readonly touching: string;
  /** Added to a relaxation, so that rounding leaves the program feasible. */
  readonly slack: string;
  /**
   * An answer is in doubt if it depends on one of these: borders that cross at a sine below
   * `doubtful`; a range on a border, or a strip between two borders, narrower than `narrow` of the
   * largest speed; discs whose gap is below `touch` of the sum of their radii.
   */
  readonly doubtful: string;
  readonly narrow: string;
  readonly touch: string;
}

/** As in assembly/program/program.ts; only `parallel` is larger, for pairs of f32. */
export const FINE: ProgramTolerances = {
  parallel: '1e-12f',
  rounding: '1e-12f',
  touching: '1e-9f',
  slack: '1e-11f',
  doubtful: '0f',
  narrow: '0f',
  touch: '0f',
};
/** For f32. */
export const COARSE: ProgramTolerances = {
  parallel: '1e-6f',
  rounding: '1e-6f',
  touching: '1e-6f',
  slack: '4e-6f',
  doubtful: '0.01f',
  narrow: '3e-3f',
  touch: '1e-5f',
};

const seek = /* wgsl */ `
fn dot2(ax: N, ay: N, bx: N, by: N) -> N { return add(mul(ax, bx), mul(ay, by)); }
fn cross2(ax: N, ay: N, bx: N, by: N) -> N { return sub(mul(ax, by), mul(ay, bx)); }
fn violation(i: u32) -> N { return sub(lineC[i], dot2(lineX[i], lineY[i], foundX, foundY)); }

/**
 * Finds the best velocity in 'count' half-planes: the nearest to (x, y), or if 'far' the farthest
 * in the direction (x, y). Half-plane i is entry i if i < 'hard', else entry i + 'shift'. Returns
 * the first half-plane with which there is no solution, or 'count'.
 */
fn seek(hard: u32, shift: u32, count: u32, x: N, y: N, speed: f32, far: bool) -> u32 {
  foundX = x;
  foundY = y;
  if (far) {
    foundX = mul(x, num(speed));
    foundY = mul(y, num(speed));
  }
  let rounding = num(ROUNDING * speed);
  for (var i = 0u; i < count; i++) {
    let at = select(i + shift, i, i < hard);
    if (!less(rounding, violation(at))) { continue; }
    let nx = lineX[at];
    let ny = lineY[at];
    let c = lineC[at];
    let inside = mul(sub(num(speed), c), add(num(speed), c));
    if (less(inside, num(0f))) { return i; }
    var high = root(inside);
    var low = neg(high);
    for (var j = 0u; j < i; j++) {
      let other = select(j + shift, j, j < hard);
      let mx = lineX[other];
      let my = lineY[other];
      let slope = cross2(mx, my, nx, ny);
      let rest = sub(lineC[other], mul(c, dot2(mx, my, nx, ny)));
      if (!less(num(PARALLEL), slope) && !less(slope, num(-PARALLEL))) {
        if (less(rounding, rest)) { return i; }
        // half-planes that face each other leave a narrow strip, or none
        let facing = rounded(dot2(mx, my, nx, ny)) < 0f;
        doubt = doubt || (facing && rounded(rest) > -NARROW * speed);
        continue;
      }
      let t = div(rest, slope);
      if (less(num(0f), slope)) {
        if (less(low, t)) {
          low = t;
          doubt = doubt || rounded(slope) < DOUBTFUL;
        }
      } else if (less(t, high)) {
        high = t;
        doubt = doubt || rounded(slope) > -DOUBTFUL;
      }
    }
    doubt = doubt || rounded(high) - rounded(low) < NARROW * speed;
    if (less(high, low)) {
      if (less(num(TOUCHING * speed), sub(low, high))) { return i; }
      low = mul(num(0.5f), add(low, high));
      high = low;
    }
    var t = cross2(x, y, nx, ny);
    if (far) {
      if (less(num(0f), t)) { t = high; } else { t = low; }
    } else {
      if (less(high, t)) { t = high; }
      if (less(t, low)) { t = low; }
    }
    foundX = add(mul(c, nx), mul(t, ny));
    foundY = sub(mul(c, ny), mul(t, nx));
  }
  return count;
}
`;

const bisect = /* wgsl */ `
/**
 * Writes bisectors of half-plane i and half-planes 'hard' to i - 1, from entry LINES + 'hard' on.
 * Returns 'hard' plus their number.
 */
fn bisect(i: u32, hard: u32) -> u32 {
  var used = hard;
  for (var j = hard; j < i; j++) {
    let mx = sub(lineX[j], lineX[i]);
    let my = sub(lineY[j], lineY[i]);
    let length = root(dot2(mx, my, mx, my));
    // i and j have the same direction: j was met before i, so j is violated less everywhere
    if (!less(num(PARALLEL), length)) { continue; }
    let inverse = div(num(1f), length);
    lineX[LINES + used] = mul(mx, inverse);
    lineY[LINES + used] = mul(my, inverse);
    lineC[LINES + used] = mul(sub(lineC[j], lineC[i]), inverse);
    used++;
  }
  return used;
}

`;

const solve = /* wgsl */ `
/**
 * Solves the program of 'count' half-planes, the first 'walls' of them hard. If it is infeasible
 * and 'relaxes' is false, it stays unsolved, and 'relaxed' is 1.
 */
fn solve(walls: u32, count: u32, px: N, py: N, speed: f32, relaxes: bool) {
  relaxed = 0u;
  let rounding = num(ROUNDING * speed);
  // whether half-planes hard to end - 1 are being relaxed; 'at' is the next of them, and 'depth'
  // the largest violation so far
  var relaxing = false;
  var hard = 0u;
  var end = count;
  var at = 0u;
  var depth = num(0f);
  // whether the next program is the last one
  var last = false;
  // Bound: three programs, and one for each half-plane that is relaxed.
  for (var turn = 0u; turn < 2u * LINES + 3u; turn++) {
    let beforeX = foundX;
    let beforeY = foundY;
    var x = px;
    var y = py;
    var used = count;
    var own = count;
    if (relaxing) {
      used = bisect(at, hard);
      own = hard;
      x = lineX[at];
      y = lineY[at];
    }
    let stopped = seek(own, LINES, used, x, y, speed, relaxing);
    if (relaxing) {
      if (stopped < used) {
        // the velocity before satisfies all bisectors but for rounding, so it is kept
        foundX = beforeX;
        foundY = beforeY;
      }
      let here = violation(at);
      if (less(depth, here)) { depth = here; }
      at++;
    } else {
      if (stopped == count) { return; }
      if (!relaxes) {
        relaxed = 1u;
        return;
      }
      if (last || (relaxed == 2u && stopped < walls)) {
        foundX = beforeX;
        foundY = beforeY;
        return;
      }
      if (stopped < walls) {
        relaxed = 2u;
        hard = 0u;
        end = walls;
      } else {
        relaxed = max(relaxed, 1u);
        hard = walls;
        end = count;
        last = true;
      }
      relaxing = true;
      at = stopped;
      depth = num(0f);
    }
    let enough = add(depth, rounding);
    // Bound: the half-planes.
    while (at < end && !less(enough, violation(at))) { at++; }
    if (at == end) {
      let amount = add(depth, num(SLACK * speed));
      for (var i = hard; i < end; i++) { lineC[i] = sub(lineC[i], amount); }
      relaxing = false;
    }
  }
}
`;

/** `solve` without relaxation: an infeasible program stays unsolved, and `relaxed` is 1. */
const solveFeasible = /* wgsl */ `
fn solve(walls: u32, count: u32, px: N, py: N, speed: f32, relaxes: bool) {
  relaxed = select(0u, 1u, seek(count, 0u, count, px, py, speed, false) < count);
}
`;

/**
 * Declares `solve`, for at most `lines` half-planes. Without `relaxes` infeasible programs stay
 * unsolved: arrays are half as long then, and devices set every array to 0 for each invocation.
 */
export function programWgsl(
  lines: number,
  tolerances: ProgramTolerances,
  relaxes: boolean,
): string {
  const entries = relaxes ? 2 * lines : lines;
  const head = /* wgsl */ `
const LINES = ${lines}u;
const PARALLEL = ${tolerances.parallel};
const ROUNDING = ${tolerances.rounding};
const TOUCHING = ${tolerances.touching};
const SLACK = ${tolerances.slack};
const DOUBTFUL = ${tolerances.doubtful};
const NARROW = ${tolerances.narrow};
const TOUCH = ${tolerances.touch};
// half-planes, and from LINES on their bisectors
var<private> lineX: array<N, ${entries}>;
var<private> lineY: array<N, ${entries}>;
var<private> lineC: array<N, ${entries}>;
var<private> foundX: N;
var<private> foundY: N;
// 0: nothing was relaxed, 1: half-planes of agents, 2: those of walls too
var<private> relaxed: u32;
// whether the answer depends on numbers that f32 cannot tell apart
var<private> doubt: bool;

`;
  return head + seek + (relaxes ? bisect + solve : solveFeasible);
}
