struct Scene {
  end: u32,
  capacity: u32,
  nought: u32,
  seed: u32,
  cells: u32,
  stride: u32,
  usualNeighbours: u32,
  headway: f32,
  wallCount: u32,
  originX: f32,
  originY: f32,
  largestReach: f32,
  dt: f32,
  perSecond: u32,
  minX: f32,
  minY: f32,
  minXLow: f32,
  minYLow: f32,
  maxX: f32,
  maxY: f32,
  maxXLow: f32,
  maxYLow: f32,
  wallColumns: u32,
  wallRows: u32,
  wallEntries: u32,
  wallRecords: u32,
  wallOriginX: f32,
  wallOriginY: f32,
  wallOriginXLow: f32,
  wallOriginYLow: f32,
  wallPerUnit: f32,
}
@group(0) @binding(0) var<uniform> scene: Scene;
fn nought() -> u32 { return scene.nought; }

// words of the tally of a tick, which begins at word 'capacity' of the buffer 'rank'
const DOUBTS = 0u;
const INFEASIBLE = 1u;
const SQUEEZED = 2u;
const CLIPPED = 3u;
const DEEPEST = 4u;
const IDLE_COUNT = 5u;
const SETTLED_COUNT = 6u;
const AGENTS = 7u;
const TO_CLIP = 8u;
const TALLY_WORDS = 12u;

const FREE = 0u;
const MOVING = 1u;
const IDLE = 2u;
const RETURNING = 3u;
const SETTLED = 4u;
const TURNS = 2u;

fn opaque(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) ^ nought()); }

fn productError(a: f32, b: f32, p: f32) -> f32 { return fma(a, b, -p); }

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

fn pair(v: vec2f) -> N { return v; }
/** a - b of coordinates in two parts. */
fn apart(a: vec2f, b: vec2f) -> N { return sub(a, b); }

const LINES = 42u;
const PARALLEL = 1e-12f;
const ROUNDING = 1e-12f;
const TOUCHING = 1e-9f;
const SLACK = 1e-11f;
const DOUBTFUL = 0f;
const NARROW = 0f;
const TOUCH = 0f;
// half-planes, and from LINES on their bisectors
var<private> lineX: array<N, 84>;
var<private> lineY: array<N, 84>;
var<private> lineC: array<N, 84>;
var<private> foundX: N;
var<private> foundY: N;
// 0: nothing was relaxed, 1: half-planes of agents, 2: those of walls too
var<private> relaxed: u32;
// whether the answer depends on numbers that f32 cannot tell apart
var<private> doubt: bool;

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

// as in assembly/lines/agent-lines.ts
const PARTING = 1.875f;

fn mixed(value: u32) -> u32 {
  var h = value;
  h ^= h >> 16u;
  h *= 0x7feb352du;
  h ^= h >> 15u;
  h *= 0x846ca68bu;
  h ^= h >> 16u;
  return h;
}

/** The direction in which slot a leaves slot b from the same point: opposite for the two. */
fn tieOf(a: u32, b: u32, seed: u32) -> vec2f {
  let t = f32(bitcast<i32>(mixed(mixed(min(a, b) ^ seed) + max(a, b)))) / 2147483648f;
  return select(-1f, 1f, a < b) * vec2f((1f - t * t) / (1f + t * t), 2f * t / (1f + t * t));
}

struct Avoided {
  // position minus that of the agent
  x: N,
  y: N,
  velocity: vec2f,
  radius: f32,
  priority: f32,
  slot: u32,
  // which of the two evades: BOTH, OTHER or SELF
  stance: u32,
}

// both evade, by priority
const BOTH = 0u;
// the other evades alone: the agent rests, and the other follows
const OTHER = 1u;
// the agent evades alone
const SELF = 2u;
// a resting agent yields to discs that are nearer than this part of the sum of both radii
const FIRM = 0.99f;

struct Avoider {
  velocity: vec2f,
  radius: f32,
  yielding: f32,
  slot: u32,
  seed: u32,
  // 1 over the time horizon
  perHorizon: N,
  speed: f32,
  dt: f32,
}

/** Writes half-plane 'next'; returns how deep the discs overlap, below 0 if they do not. */
fn putAgentLine(next: u32, own: Avoider, other: Avoided) -> f32 {
  let radii = add(num(own.radius), num(other.radius));
  let px = other.x;
  let py = other.y;
  let square = dot2(px, py, px, py);
  let distance = root(square);
  let overlap = sub(radii, distance);
  let isFirm = less(mul(num(FIRM * FIRM), mul(radii, radii)), square);
  // an agent of priority 1 leaves the whole evasion to the other: no half-plane
  if (own.yielding <= 0f) { return rounded(overlap); }
  let vx = num(own.velocity.x);
  let vy = num(own.velocity.y);
  let rx = sub(vx, num(other.velocity.x));
  let ry = sub(vy, num(other.velocity.y));
  let yields = num(own.yielding);
  var share = div(yields, add(yields, sub(num(1f), num(other.priority))));
  if (isFirm && other.stance == SELF) { share = num(1f); }
  // the normal is (x, y) over 'size'
  var x = neg(px);
  var y = neg(py);
  var size = distance;
  var outside: N;
  // whether 'outside' is yet to lose the part of the relative velocity along the normal
  var along = true;
  // a resting agent uses up at most half of the gap to an agent that follows it
  let stands = isFirm && other.stance == OTHER;
  if (stands) {
    along = false;
    outside = num(0f);
  } else if (less(square, mul(radii, radii))) {
    if (!less(num(0f), distance)) {
      let tie = tieOf(own.slot, other.slot, own.seed);
      x = num(tie.x);
      y = num(tie.y);
      size = num(1f);
    }
    outside = div(overlap, num(own.dt));
    if (less(num(PARTING * own.speed), outside)) { outside = num(PARTING * own.speed); }
  } else {
    // w: from the centre of the cut-off circle to the relative velocity
    let wx = sub(rx, mul(px, own.perHorizon));
    let wy = sub(ry, mul(py, own.perHorizon));
    let length = dot2(wx, wy, wx, wy);
    let ahead = dot2(wx, wy, px, py);
    let reach = mul(mul(radii, radii), length);
    if (less(ahead, num(0f)) && less(reach, mul(ahead, ahead))) {
      x = wx;
      y = wy;
      size = root(length);
      outside = sub(mul(radii, own.perHorizon), size);
      along = false;
    } else {
      // The leg on whose side w lies is nearest. Its direction changes with the root of the gap
      // between the discs, so for a small gap f32 is in doubt.
      doubt = doubt || rounded(overlap) > -TOUCH * rounded(radii);
      let leg = root(mul(neg(overlap), add(distance, radii)));
      let left = less(num(0f), cross2(px, py, wx, wy));
      var r = radii;
      if (!left) { r = neg(radii); }
      // left: (-dy, dx), right: (dy, -dx) of the leg's direction d
      let dx = sub(mul(px, leg), mul(py, r));
      let dy = add(mul(px, r), mul(py, leg));
      x = dy;
      y = neg(dx);
      if (left) {
        x = neg(dy);
        y = dx;
      }
      size = square;
      outside = num(0f);
    }
  }
  let inverse = div(num(1f), size);
  let nx = mul(x, inverse);
  let ny = mul(y, inverse);
  if (along) { outside = sub(outside, dot2(nx, ny, rx, ry)); }
  lineX[next] = nx;
  lineY[next] = ny;
  lineC[next] = add(dot2(nx, ny, vx, vy), mul(share, outside));
  if (stands) {
    lineC[next] = div(mul(num(0.5f), overlap), num(own.dt));
    if (less(num(0f), lineC[next])) { lineC[next] = num(0f); }
  }
  return rounded(overlap);
}

// the first entry of each cell, entries, records of 24 words: ends a and b, the direction and the
// length in two parts each; unit vectors of the walls joined to a on the left and on the right, and
// to b; joints and storey
@group(0) @binding(6) var<storage, read> walls: array<u32>;
const ALL_STOREYS = 0xffffu;

fn wallWord(wall: u32, word: u32) -> u32 {
  return walls[scene.wallRecords + 24u * wall + word];
}
fn wallFloat(wall: u32, word: u32) -> f32 { return bitcast<f32>(wallWord(wall, word)); }
fn wallPart(wall: u32, which: u32) -> vec2f {
  return vec2f(wallFloat(wall, 2u * which), wallFloat(wall, 2u * which + 1u));
}
fn wallServes(wall: u32, storey: u32) -> bool {
  let own = wallWord(wall, 23u);
  return own == ALL_STOREYS || own == storey;
}

/** Columns or rows of the cells within 'range' of a coordinate, with room for rounding. */
fn wallLines(at: vec2f, origin: vec2f, range: f32, count: u32) -> vec2u {
  let q = ((at.x - origin.x) + (at.y - origin.y)) * scene.wallPerUnit;
  let wide = range * scene.wallPerUnit + (abs(q) + 1f) * 0x1p-18f;
  let last = f32(count - 1u);
  return vec2u(clamp(vec2f(q - wide, q + wide), vec2f(), vec2f(last)));
}
/** The first and the last column, the first and the last row. */
fn wallCellsAround(at: vec4f, range: f32) -> vec4u {
  let x = vec2f(scene.wallOriginX, scene.wallOriginXLow);
  let y = vec2f(scene.wallOriginY, scene.wallOriginYLow);
  return vec4u(
    wallLines(at.xz, x, range, scene.wallColumns),
    wallLines(at.yw, y, range, scene.wallRows),
  );
}

fn positive(a: N) -> bool { return less(num(0f), a); }
fn negative(a: N) -> bool { return less(a, num(0f)); }
fn least(a: N, b: N) -> N {
  if (less(b, a)) { return b; }
  return a;
}
fn most(a: N, b: N) -> N {
  if (less(a, b)) { return b; }
  return a;
}

/** The squared distance of a wall, whose ends a and b are seen from the agent. */
fn squareTo(ax: N, ay: N, bx: N, by: N, ux: N, uy: N, length: N) -> N {
  let along = neg(dot2(ax, ay, ux, uy));
  var x = bx;
  var y = by;
  if (!positive(along)) {
    x = ax;
    y = ay;
  } else if (less(along, length)) {
    let off = cross2(ax, ay, ux, uy);
    return mul(off, off);
  }
  return dot2(x, y, x, y);
}

fn wallSquare(wall: u32, at: vec4f) -> N {
  let ax = apart(wallPart(wall, 0u), at.xz);
  let ay = apart(wallPart(wall, 1u), at.yw);
  let bx = apart(wallPart(wall, 2u), at.xz);
  let by = apart(wallPart(wall, 3u), at.yw);
  let ux = pair(wallPart(wall, 4u));
  let uy = pair(wallPart(wall, 5u));
  return squareTo(ax, ay, bx, by, ux, uy, pair(wallPart(wall, 6u)));
}

const WALL_LIMIT = 32u;
var<private> nearWall: array<u32, 32>;
var<private> nearSquare: array<N, 32>;
// whether walls were left out because the list was full
var<private> overfull: bool;

/**
 * Puts a wall into the list of 'found' walls, unless the wall is in the list or the list is full of
 * nearer walls. Returns the number of walls in the list.
 */
fn insertWall(found: u32, square: N, wall: u32) -> u32 {
  var at = found;
  for (; at > 0u; at--) {
    let before = nearSquare[at - 1u];
    if (less(before, square)) { break; }
    if (!less(square, before)) {
      if (nearWall[at - 1u] == wall) { return found; }
      if (nearWall[at - 1u] < wall) { break; }
    }
  }
  overfull = overfull || found == WALL_LIMIT;
  if (at == WALL_LIMIT) { return found; }
  let last = min(found, WALL_LIMIT - 1u);
  for (var i = last; i > at; i--) {
    nearSquare[i] = nearSquare[i - 1u];
    nearWall[i] = nearWall[i - 1u];
  }
  nearSquare[at] = square;
  nearWall[at] = wall;
  return last + 1u;
}

/** Lists the walls within 'range' of an agent; returns their number. */
fn findWalls(at: vec4f, range: f32, storey: u32) -> u32 {
  overfull = false;
  if (scene.wallCount == 0u) { return 0u; }
  var reach = num(range * range);
  var found = 0u;
  let around = wallCellsAround(at, range);
  for (var row = around.z; row <= around.w; row++) {
    let cell = row * scene.wallColumns;
    let end = walls[cell + around.y + 1u];
    for (var entry = walls[cell + around.x]; entry < end; entry++) {
      let wall = walls[scene.wallEntries + entry];
      let square = wallSquare(wall, at);
      if (less(reach, square) || !wallServes(wall, storey)) { continue; }
      found = insertWall(found, square, wall);
      if (found == WALL_LIMIT && overfull) { reach = nearSquare[WALL_LIMIT - 1u]; }
    }
  }
  return found;
}
const COVERED = 1e-9f;

const A_LEFT = 1u;
const A_RIGHT = 2u;
const B_LEFT = 4u;
const B_RIGHT = 8u;

// the current wall, as 'seeWall' has turned it: both ends relative to the agent
var<private> leftX: N;
var<private> leftY: N;
var<private> rightX: N;
var<private> rightY: N;
// from the left end to the right one
var<private> alongX: N;
var<private> alongY: N;
var<private> leftConcave: bool;
var<private> rightConcave: bool;
// unit vectors of the walls joined to both ends that turn away from the agent; 0, 0: none
var<private> beyondLeft: vec2f;
var<private> beyondRight: vec2f;
// legs of the velocity obstacle, as unit vectors; foreign: the leg runs along a joined wall
var<private> legLX: N;
var<private> legLY: N;
var<private> legRX: N;
var<private> legRY: N;
var<private> leftForeign: bool;
var<private> rightForeign: bool;
// half-planes written so far
var<private> used: u32;

fn wallPair(wall: u32, word: u32) -> vec2f {
  return vec2f(wallFloat(wall, word), wallFloat(wall, word + 1u));
}

/** Turns a wall so that the agent stands to its right. */
fn seeWall(wall: u32, at: vec4f) {
  let joints = wallWord(wall, 22u);
  let ax = apart(wallPart(wall, 0u), at.xz);
  let ay = apart(wallPart(wall, 1u), at.yw);
  let bx = apart(wallPart(wall, 2u), at.xz);
  let by = apart(wallPart(wall, 3u), at.yw);
  let ux = pair(wallPart(wall, 4u));
  let uy = pair(wallPart(wall, 5u));
  if (positive(cross2(ax, ay, ux, uy))) {
    leftX = bx;
    leftY = by;
    rightX = ax;
    rightY = ay;
    alongX = neg(ux);
    alongY = neg(uy);
    leftConcave = (joints & B_LEFT) != 0u;
    rightConcave = (joints & A_RIGHT) != 0u;
    beyondLeft = wallPair(wall, 20u);
    beyondRight = wallPair(wall, 14u);
  } else {
    leftX = ax;
    leftY = ay;
    rightX = bx;
    rightY = by;
    alongX = ux;
    alongY = uy;
    leftConcave = (joints & A_LEFT) != 0u;
    rightConcave = (joints & B_RIGHT) != 0u;
    beyondLeft = wallPair(wall, 16u);
    beyondRight = wallPair(wall, 18u);
  }
}

/** Whether one half-plane written before keeps the agent from the whole wall. */
fn isCovered(radius: f32, horizon: f32) -> bool {
  for (var j = 0u; j < used; j++) {
    // both sides of the comparisons are multiplied by the horizon, which saves divisions
    let room = add(sub(mul(lineC[j], num(horizon)), num(radius)), num(COVERED * horizon));
    let left = dot2(lineX[j], lineY[j], leftX, leftY);
    let right = dot2(lineX[j], lineY[j], rightX, rightY);
    if (!less(room, left) && !less(room, right)) { return true; }
  }
  return false;
}

fn putLine(x: N, y: N, c: N) {
  lineX[used] = x;
  lineY[used] = y;
  lineC[used] = c;
  used++;
}

/** No velocity towards the point (x, y); at the point itself every velocity leaves it. */
fn leavePoint(x: N, y: N) {
  let distance = root(dot2(x, y, x, y));
  if (positive(distance)) { putLine(neg(div(x, distance)), neg(div(y, distance)), num(0f)); }
}

/** The half-plane of a wall that the disc touches or overlaps: no velocity towards it. */
fn touchWall() {
  let along = neg(dot2(leftX, leftY, alongX, alongY));
  let length = dot2(sub(rightX, leftX), sub(rightY, leftY), alongX, alongY);
  if (negative(along)) {
    if (!leftConcave) { leavePoint(leftX, leftY); }
  } else if (less(length, along)) {
    // If this end is the left end of a joined wall, the branch above writes the half-plane when
    // that wall is the current one.
    let turned = cross2(rightX, rightY, num(beyondRight.x), num(beyondRight.y));
    if (!rightConcave && !negative(turned)) { leavePoint(rightX, rightY); }
  } else {
    putLine(alongY, neg(alongX), num(0f));
  }
}

struct Leg { x: N, y: N }

/** The unit vector from the agent past an end on the given side: 1 left, -1 right. */
fn legPast(x: N, y: N, radius: f32, side: f32) -> Leg {
  let square = dot2(x, y, x, y);
  let r = num(radius);
  let leg = root(most(num(0f), sub(square, mul(r, r))));
  let inverse = div(num(1f), square);
  let turned = num(side * radius);
  return Leg(
    mul(sub(mul(x, leg), mul(y, turned)), inverse),
    mul(add(mul(x, turned), mul(y, leg)), inverse),
  );
}

/** Sets the legs: past the ends of the current wall, or along the walls joined to its ends. */
fn setLegs(radius: f32) {
  // side 0 is the left one
  for (var side = 0u; side < 2u; side++) {
    let isLeft = side == 0u;
    var leg = Leg(alongX, alongY);
    var x = rightX;
    var y = rightY;
    var concave = rightConcave;
    var beyond = beyondRight;
    if (isLeft) {
      leg = Leg(neg(alongX), neg(alongY));
      x = leftX;
      y = leftY;
      concave = leftConcave;
      beyond = beyondLeft;
    }
    var foreign = false;
    if (!concave) {
      leg = legPast(x, y, radius, select(-1f, 1f, isLeft));
      var turned = cross2(leg.x, leg.y, num(beyond.x), num(beyond.y));
      if (!isLeft) { turned = neg(turned); }
      foreign = any(beyond != vec2f()) && !negative(turned);
      if (foreign) { leg = Leg(num(beyond.x), num(beyond.y)); }
    }
    if (isLeft) {
      legLX = leg.x;
      legLY = leg.y;
      leftForeign = foreign;
    } else {
      legRX = leg.x;
      legRY = leg.y;
      rightForeign = foreign;
    }
  }
}

/** The half-plane tangent to a cut-off circle: (wx, wy) leads from its centre to the velocity. */
fn putCircle(wx: N, wy: N, centreX: N, centreY: N, bound: N) {
  var x = wx;
  var y = wy;
  var size = root(dot2(x, y, x, y));
  if (!positive(size)) {
    // for a velocity at the centre, the normal points from the centre to velocity 0
    x = neg(centreX);
    y = neg(centreY);
    size = root(dot2(x, y, x, y));
  }
  let inverse = div(num(1f), size);
  let nx = mul(x, inverse);
  let ny = mul(y, inverse);
  putLine(nx, ny, add(dot2(nx, ny, centreX, centreY), bound));
}

/** The half-plane of a wall at a distance. */
fn avoidWall(velocity: vec2f, radius: f32, perHorizon: N) {
  let along = neg(dot2(leftX, leftY, alongX, alongY));
  let length = dot2(sub(rightX, leftX), sub(rightY, leftY), alongX, alongY);
  let off = cross2(alongX, alongY, leftX, leftY);
  let oblique = !less(mul(num(radius), num(radius)), mul(off, off));
  var isPoint = false;
  // 'oblique' as in RVO2: the line of the wall meets the disc, so only the nearer end counts
  if (negative(along) && oblique) {
    if (leftConcave) { return; }
    isPoint = true;
    rightX = leftX;
    rightY = leftY;
    beyondRight = vec2f(rounded(alongX), rounded(alongY));
    rightConcave = false;
  } else if (less(length, along) && oblique) {
    if (rightConcave) { return; }
    isPoint = true;
    leftX = rightX;
    leftY = rightY;
    beyondLeft = -vec2f(rounded(alongX), rounded(alongY));
    leftConcave = false;
  }
  setLegs(radius);

  let bound = mul(num(radius), perHorizon);
  // (clx, cly), (crx, cry): the centres of the cut-off circles; (vlx, vly), (vrx, vry): from these
  // centres to the current velocity
  let clx = mul(leftX, perHorizon);
  let cly = mul(leftY, perHorizon);
  let crx = mul(rightX, perHorizon);
  let cry = mul(rightY, perHorizon);
  let vlx = sub(num(velocity.x), clx);
  let vly = sub(num(velocity.y), cly);
  let vrx = sub(num(velocity.x), crx);
  let vry = sub(num(velocity.y), cry);
  let at = dot2(vlx, vly, alongX, alongY);
  let beforeCut = !isPoint && negative(at);
  let behindCut = !isPoint && less(mul(length, perHorizon), at);
  let tLeft = dot2(vlx, vly, legLX, legLY);
  let tRight = dot2(vrx, vry, legRX, legRY);
  let circleLeft = negative(tLeft) && (beforeCut || (isPoint && negative(tRight)));
  if (circleLeft || (behindCut && negative(tRight))) {
    var circle = array<N, 4>(vrx, vry, crx, cry);
    if (circleLeft) { circle = array<N, 4>(vlx, vly, clx, cly); }
    putCircle(circle[0], circle[1], circle[2], circle[3], bound);
    return;
  }
  let offCut = cross2(alongX, alongY, vlx, vly);
  let offLeft = cross2(legLX, legLY, vlx, vly);
  let offRight = cross2(legRX, legRY, vrx, vry);
  var cutSquare = mul(offCut, offCut);
  var leftSquare = mul(offLeft, offLeft);
  var rightSquare = mul(offRight, offRight);
  let never = num(0x1p126f);
  if (beforeCut || behindCut || isPoint) { cutSquare = never; }
  if (negative(tLeft)) { leftSquare = never; }
  if (negative(tRight)) { rightSquare = never; }
  // the border runs through (x, y) + bound along the normal
  var nx = alongY;
  var ny = neg(alongX);
  var x = clx;
  var y = cly;
  if (less(leftSquare, cutSquare) || less(rightSquare, cutSquare)) {
    if (!less(rightSquare, leftSquare)) {
      if (leftForeign) { return; }
      nx = neg(legLY);
      ny = legLX;
    } else {
      if (rightForeign) { return; }
      nx = legRY;
      ny = neg(legRX);
      x = crx;
      y = cry;
    }
  }
  putLine(nx, ny, add(dot2(nx, ny, x, y), bound));
}

/** Writes the half-planes of the first 'count' walls of the list; returns their number. */
fn putWallLines(count: u32, at: vec4f, velocity: vec2f, radius: f32, horizon: f32) -> u32 {
  used = 0u;
  let touching = mul(num(radius), num(radius));
  let perHorizon = div(num(1f), num(horizon));
  for (var i = 0u; i < count; i++) {
    seeWall(nearWall[i], at);
    if (isCovered(radius, horizon)) { continue; }
    if (less(touching, nearSquare[i])) {
      avoidWall(velocity, radius, perHorizon);
    } else {
      touchWall();
    }
  }
  return used;
}

// assembly/intent/times.ts
const HELD_UP = 0.1f;
const SLOW = 0.75f;
const THERE = 0.2f;
const CONE = 0.25f;
const RECOVERY = 1u;
const MOST_LEVEL = 127u;
const SLOWS = 128u;
const MOST_STALL = 32767u;
const LEAST_GRIDLOCK = 32u;
const MOST_GRIDLOCK = 120u;
// assembly/intent/moving.ts
const CONTACT = 1.5f;
const KEPT = 3f;
const CREEP = 0.25f;
const TURN = 0.0009765625f;
const DETOUR = 2.4f;
// assembly/intent/home.ts
const LEAVES = 0.5f;
const ARRIVES = 0.05f;
const PACE = 0.5f;
const SLOWING = 0.5f;
const SIGHT = 4f;
const ASIDE = 4f;
const OVERLAP = 0.99f;

/** The state of an agent, and its intended velocity. */
struct Intent {
  velocity: vec2f,
  // the small angle by which 'steer' turns the velocity, in the numbers of its program
  turned: f32,
  status: u32,
  level: u32,
  slows: u32,
  stall: u32,
  cruise: f32,
  // the agent takes the place where it stands as its home
  stays: bool,
}

/** What an agent knows of itself. */
struct Agent {
  place: u32,
  at: vec4f,
  velocity: vec2f,
  radius: f32,
  priority: f32,
  slot: u32,
  status: u32,
  level: u32,
  speed: f32,
  found: u32,
  preferred: vec2f,
}

fn preferredOf(slot: u32) -> vec2f {
  return vec2f(preferred[slot], preferred[scene.capacity + slot]);
}
fn factsOf(place: u32) -> vec4u { return bitcast<vec4u>(places[2u * scene.capacity + place]); }
fn statusOf(facts: vec4u) -> u32 { return (facts.w >> 16u) & 255u; }
fn levelOf(facts: vec4u) -> u32 { return (facts.w >> 24u) & MOST_LEVEL; }
/** A pseudo-random number from -1 to 1, the same for the same slot and count. */
fn draw(slot: u32, count: u32) -> f32 {
  return f32(bitcast<i32>(mixed(mixed(slot ^ scene.seed) + count))) / 2147483648f;
}

/** Whether a moving agent follows a resting one: assembly/intent/follows.ts. */
fn follows(moving: vec4u, resting: vec4u) -> bool {
  let slows = ((moving.w >> 24u) & SLOWS) != 0u;
  if (statusOf(resting) == IDLE) { return slows; }
  let p = preferredOf(moving.x);
  let q = preferredOf(resting.x);
  let square = p.x * p.x + p.y * p.y;
  let left = q.x * q.x + q.y * q.y;
  if (left < THERE * THERE * square) { return slows; }
  if (slows && levelOf(resting) == 0u) { return true; }
  let along = p.x * q.x + p.y * q.y;
  return along > 0f && along * along > CONE * square * left;
}

/** Which of two agents evades the other one: both, or one alone. */
fn stanceOf(own: vec4u, other: vec4u, priority: f32) -> u32 {
  if (priority >= 1f) { return BOTH; }
  let a = statusOf(own);
  let b = statusOf(other);
  if ((a == IDLE || a == SETTLED) && b == MOVING && follows(other, own)) { return OTHER; }
  if (a == MOVING && (b == IDLE || b == SETTLED) && follows(own, other)) { return SELF; }
  return BOTH;
}

// what 'lookAhead' finds: see the variables of these names in assembly/intent/moving.ts
struct Front { base: u32, chain: u32, touches: bool }

/** Looks for neighbours in contact, and for those in front. */
fn lookAhead(own: Agent, p: vec2f, stall: u32) -> Front {
  var front = Front(MOST_LEVEL, MOST_LEVEL, false);
  let mine = factsOf(own.place);
  let square = p.x * p.x + p.y * p.y;
  let below = select(MOST_LEVEL, own.level, own.status == SETTLED);
  let wedged = stall >= gridlockLevel();
  for (var i = 0u; i < own.found; i++) {
    let j = near[i * scene.capacity + own.place];
    let there = places[j];
    let dx = rounded(apart(there.xz, own.at.xz));
    let dy = rounded(apart(there.yw, own.at.yw));
    let away = dx * dx + dy * dy;
    let radii = own.radius + places[scene.capacity + j].z;
    let reach = select(CONTACT, KEPT, own.status == SETTLED) * radii;
    if (away > reach * reach) { continue; }
    front.touches = true;
    let ahead = dx * p.x + dy * p.y;
    if (ahead <= 0f) { continue; }
    let facts = factsOf(j);
    let status = statusOf(facts);
    let isInFront = ahead * ahead >= CONE * away * square;
    let level = levelOf(facts);
    if (!isInFront && !(wedged && status == SETTLED && level > 0u)) { continue; }
    if (status == MOVING) {
      front.chain = min(front.chain, level);
    } else if (status != RETURNING && level < below && follows(mine, facts)) {
      front.base = min(front.base, level);
      front.chain = 0u;
    }
  }
  return front;
}

/** Intends the velocity p. If there are neighbours, notes a small angle by which p is turned. */
fn turn(own: Agent, p: vec2f, intent: ptr<function, Intent>) {
  (*intent).velocity = p;
  if (own.found > 0u) {
    (*intent).turned = TURN * draw(own.slot, 2u * ((*intent).stall / scene.perSecond));
  }
}

/** In each second of a gridlock, half of the agents intend another direction. */
fn detour(own: Agent, p: vec2f, intent: ptr<function, Intent>) -> bool {
  let number = draw(own.slot, 2u * ((*intent).stall / scene.perSecond) + 1u);
  if (number < 0f) { return false; }
  let t = DETOUR * (2f * number - 1f);
  let cosine = (1f - t * t) / (1f + t * t);
  let sine = (2f * t) / (1f + t * t);
  (*intent).velocity = vec2f(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y);
  return true;
}

/** Intent of an agent with the preferred velocity p: assembly/intent/moving.ts. */
fn intendMoving(own: Agent, p: vec2f, intent: ptr<function, Intent>) {
  let square = p.x * p.x + p.y * p.y;
  let cruise = (*intent).cruise;
  let isSlow = square < SLOW * SLOW * cruise * cruise;
  (*intent).slows = select(0u, SLOWS, isSlow);
  if (own.status == IDLE || own.status == RETURNING) {
    (*intent).level = 0u;
    (*intent).stall = 0u;
  }
  let isHeldUp = own.velocity.x * p.x + own.velocity.y * p.y < HELD_UP * square;
  let hasSettled = own.status == SETTLED && (*intent).level > 0u;
  var front = Front(MOST_LEVEL, MOST_LEVEL, false);
  if (hasSettled || isHeldUp) { front = lookAhead(own, p, (*intent).stall); }
  if (hasSettled) {
    if (front.base < MOST_LEVEL) {
      settle(front.base, intent);
      return;
    }
    (*intent).stall = 0u;
  } else if (isHeldUp) {
    let most = select(MOST_STALL, 2u * scene.perSecond, isSlow);
    (*intent).stall = min((*intent).stall + 1u, most);
    if (front.base < MOST_LEVEL && (*intent).stall >= ((scene.perSecond + 3u) >> 2u)) {
      settle(front.base, intent);
      return;
    }
  } else {
    (*intent).stall -= min((*intent).stall, RECOVERY);
  }
  let stall = (*intent).stall;
  let isStuck = stall >= scene.perSecond || (own.status == SETTLED && stall > 0u);
  if (isSlow && (isStuck || square < THERE * THERE * cruise * cruise)) {
    (*intent).status = SETTLED;
    (*intent).level = 0u;
    let pace = select(CREEP, 1f, square < THERE * THERE * cruise * cruise);
    turn(own, pace * p, intent);
    return;
  }
  let rises = isHeldUp && !hasSettled && front.touches;
  (*intent).level = select(0u, min(1u + min(front.chain, own.level), MOST_LEVEL), rises);
  (*intent).status = MOVING;
  if ((*intent).level >= gridlockLevel() && detour(own, p, intent)) { return; }
  turn(own, p, intent);
}

fn settle(base: u32, intent: ptr<function, Intent>) {
  (*intent).status = SETTLED;
  (*intent).level = base + 1u;
  (*intent).stall = 0u;
}

/** The least level of agents in a gridlock: the ticks of 2 s, from 32 to 120. */
fn gridlockLevel() -> u32 { return max(LEAST_GRIDLOCK, min(2u * scene.perSecond, MOST_GRIDLOCK)); }

/** Shortens the intended velocity, to keep the headway: assembly/intent/headway.ts. */
fn keepHeadway(own: Agent, intent: ptr<function, Intent>) {
  let p = own.preferred;
  let square = p.x * p.x + p.y * p.y;
  // no agent is as far away
  var least = 1e30f;
  for (var i = 0u; i < own.found; i++) {
    let j = near[i * scene.capacity + own.place];
    let there = places[j];
    let dx = rounded(apart(there.xz, own.at.xz));
    let dy = rounded(apart(there.yw, own.at.yw));
    if (dx * p.x + dy * p.y <= 0f) { continue; }
    let radii = own.radius + places[scene.capacity + j].z;
    let beside = p.x * dy - p.y * dx;
    if (beside * beside > radii * radii * square) { continue; }
    let q = preferredOf(factsOf(j).x);
    if (p.x * q.x + p.y * q.y <= 0f || dx * q.x + dy * q.y < 0f) { continue; }
    least = min(least, sqrt(dx * dx + dy * dy) - radii);
  }
  let most = max(0f, least) / scene.headway;
  let speed = min(sqrt(square), own.speed);
  if (most < speed) { (*intent).velocity *= most / speed; }
}

// what 'lookAround' finds: see the variables of these names in assembly/intent/home.ts
struct Around { comes: bool, crowded: bool, aside: vec2f }

/** Looks for moving agents that come near or ask for room, and for overlaps. */
fn lookAround(own: Agent) -> Around {
  var around = Around(false, false, vec2f());
  let asks = min((scene.perSecond + 1u) >> 1u, MOST_GRIDLOCK);
  for (var i = 0u; i < own.found; i++) {
    let j = near[i * scene.capacity + own.place];
    let there = places[j];
    let dx = rounded(apart(own.at.xz, there.xz));
    let dy = rounded(apart(own.at.yw, there.yw));
    let square = dx * dx + dy * dy;
    let radii = own.radius + places[scene.capacity + j].z;
    let facts = factsOf(j);
    if (statusOf(facts) != MOVING) {
      around.crowded = around.crowded || square < OVERLAP * OVERLAP * radii * radii;
      continue;
    }
    if (square > SIGHT * SIGHT * radii * radii) { continue; }
    let p = preferredOf(facts.x);
    if (dx * p.x + dy * p.y <= 0f) { continue; }
    around.comes = true;
    if (levelOf(facts) >= asks) { around.aside += roomFor(facts.x, dx, dy, p, radii); }
  }
  return around;
}

/** The direction away from the path of an agent that asks for room; longer nearer to the path. */
fn roomFor(slot: u32, dx: f32, dy: f32, p: vec2f, radii: f32) -> vec2f {
  let speed = sqrt(p.x * p.x + p.y * p.y);
  if (speed < PACE * traitOf(slot, 1u)) { return vec2f(); }
  let beside = (p.x * dy - p.y * dx) / speed;
  let share = 1f - abs(beside) / (ASIDE * radii);
  if (share <= 0f) { return vec2f(); }
  let even = (mixed(mixed(slot ^ scene.seed)) & 1u) == 0u;
  let left = select(beside > 0f, even, beside == 0f);
  let by = select(-share, share, left) / speed;
  return vec2f(-by * p.y, by * p.x);
}

/** Intent of an agent without preferred velocity: assembly/intent/home.ts. */
fn intendIdle(own: Agent, intent: ptr<function, Intent>) {
  let home = vec4f(
    bitcast<f32>(rest[5u * own.slot]),
    bitcast<f32>(rest[5u * own.slot + 1u]),
    bitcast<f32>(rest[5u * own.slot + 2u]),
    bitcast<f32>(rest[5u * own.slot + 3u]),
  );
  var h = vec2f(rounded(apart(home.xz, own.at.xz)), rounded(apart(home.yw, own.at.yw)));
  (*intent).level = 0u;
  let around = lookAround(own);
  if (own.status == MOVING || own.status == SETTLED || around.crowded) {
    stay(intent);
    h = vec2f();
  }
  let away = h.x * h.x + h.y * h.y;
  let least = own.radius * select(LEAVES, ARRIVES, own.status == RETURNING);
  (*intent).status = select(IDLE, RETURNING, away > least * least);
  let aside = around.aside.x * around.aside.x + around.aside.y * around.aside.y;
  if (aside > 0f && own.priority < 1f) {
    (*intent).velocity = PACE * own.speed / max(1f, sqrt(aside)) * around.aside;
    return;
  }
  if ((*intent).status == IDLE) { (*intent).stall = 0u; }
  if ((*intent).status == IDLE || around.comes) { return; }
  let distance = sqrt(away);
  let pace = min(PACE * own.speed, min(distance / SLOWING, distance / scene.dt)) / distance;
  let w = pace * h;
  let progress = own.velocity.x * w.x + own.velocity.y * w.y;
  if (progress >= HELD_UP * (w.x * w.x + w.y * w.y)) {
    (*intent).stall -= min((*intent).stall, RECOVERY);
  } else {
    (*intent).stall = min((*intent).stall + 1u, MOST_STALL);
    if ((*intent).stall >= 2u * scene.perSecond) {
      stay(intent);
      return;
    }
  }
  (*intent).velocity = w;
}

fn stay(intent: ptr<function, Intent>) {
  (*intent).stays = true;
  (*intent).status = IDLE;
  (*intent).stall = 0u;
}

fn intend(own: Agent) -> Intent {
  let state = rest[5u * own.slot + 4u];
  var intent = Intent(vec2f(), 0f, own.status, own.level, 0u, state >> 16u, 0f, false);
  var p = own.preferred;
  if (p.x == 0f && p.y == 0f) {
    intendIdle(own, &intent);
    return intent;
  }
  let square = p.x * p.x + p.y * p.y;
  if (square > own.speed * own.speed) { p *= own.speed / sqrt(square); }
  // for idle agents this word is a part of their home
  let hasCruise = own.status == MOVING || own.status == SETTLED;
  let before = select(0f, bitcast<f32>(rest[5u * own.slot]), hasCruise);
  let forgetting = 1f - 1f / (16f * f32(scene.perSecond));
  let kept = select(forgetting * before, before, own.status == SETTLED);
  intent.cruise = max(kept, sqrt(p.x * p.x + p.y * p.y));
  intendMoving(own, p, &intent);
  // in a gridlock every agent has an agent ahead: if they kept a headway, none would move
  let isStuck = intent.level >= gridlockLevel();
  if (scene.headway > 0f && intent.status == MOVING && !isStuck) { keepHeadway(own, &intent); }
  return intent;
}

override WG: u32 = 64;
@group(0) @binding(1) var<storage, read_write> near: array<u32>;
// places whose programs are in doubt
@group(0) @binding(2) var<storage, read_write> doubts: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<vec4f>;
@group(0) @binding(4) var<storage, read> traits: array<u32>;
@group(0) @binding(5) var<storage, read> preferred: array<f32>;
// home in two parts or the cruising speed, status with level and stall: each agent's own entries
@group(0) @binding(7) var<storage, read_write> rest: array<u32>;
// the length of the list of each place; the tally begins at word 'capacity'
@group(0) @binding(8) var<storage, read_write> tally: array<atomic<u32>>;

fn traitOf(slot: u32, which: u32) -> f32 { return bitcast<f32>(traits[9u * slot + which]); }

// a factor on distances within which walls count, larger than their rounding
const ROOM = 1.001f;

// an agent that does not have status MOVING and is slower than this share of its largest speed
// gets velocity 0
const RESTING = 5e-4f;

// time horizon for agents, in seconds, of an agent whose program is infeasible
const SOON = 0.5f;

struct Steered { velocity: vec2f, relaxed: u32, deepest: f32, wall: u32, intent: Intent }

fn steerAt(place: u32) -> Steered {
  doubt = false;
  let at = places[place];
  let body = places[scene.capacity + place];
  let facts = bitcast<vec4u>(places[2u * scene.capacity + place]);
  let slot = facts.x;
  let speed = traitOf(slot, 1u);
  let size = atomicLoad(&tally[place]);
  let status = statusOf(facts);
  let wanted = preferredOf(slot);
  let me =
    Agent(place, at, body.xy, body.z, body.w, slot, status, levelOf(facts), speed, size, wanted);
  let intent = intend(me);
  let intendedX = num(intent.velocity.x);
  let intendedY = num(intent.velocity.y);
  let turned = num(intent.turned);
  var px = sub(intendedX, mul(turned, intendedY));
  var py = add(intendedY, mul(turned, intendedX));
  let square = dot2(px, py, px, py);
  if (less(mul(num(speed), num(speed)), square)) {
    let shorter = div(num(speed), root(square));
    px = mul(px, shorter);
    py = mul(py, shorter);
  }
  // a wall counts if the disc can reach it within the wall horizon, or within a longer tick
  let wallHorizon = traitOf(slot, 3u);
  let ahead = max(wallHorizon, scene.dt) * speed;
  let nearCount = findWalls(at, ROOM * (ahead + body.z), facts.w & 0xffffu);
  var nearest = 0u;
  if (nearCount > 0u) {
    let touching = ROOM * (speed * scene.dt + body.z);
    if (!less(num(touching * touching), nearSquare[0])) { nearest = nearWall[0] + 1u; }
  }
  let hard = putWallLines(nearCount, at, body.xy, body.z, wallHorizon);
  let yielding = 1f - body.w;
  let horizon = traitOf(slot, 2u);
  var own = Avoider(body.xy, body.z, yielding, slot, scene.seed, num(0f), speed, scene.dt);
  var deepest = 0f;
  var isInfeasible = false;
  // An infeasible program is built again with a short horizon, and relaxed if it is still
  // infeasible. Half-planes are built and programs are solved at one place of the text each,
  // because compilers inline every call.
  for (var turn = 0u; turn < TURNS; turn++) {
    let soon = select(horizon, min(horizon, max(SOON, scene.dt)), turn > 0u);
    own.perHorizon = div(num(1f), num(soon));
    var count = hard;
    for (var i = 0u; i < size; i++) {
      let p = near[i * scene.capacity + place];
      let there = places[p];
      let other = places[scene.capacity + p];
      let x = apart(there.xz, at.xz);
      let y = apart(there.yw, at.yw);
      let theirs = factsOf(p);
      let stance = stanceOf(facts, theirs, other.w);
      let avoided = Avoided(x, y, other.xy, other.z, other.w, theirs.x, stance);
      deepest = max(deepest, putAgentLine(count, own, avoided));
      if (yielding > 0f) { count++; }
    }
    solve(hard, count, px, py, speed, turn > 0u);
    if (relaxed == 0u || isInfeasible) { break; }
    isInfeasible = true;
  }
  var velocity = vec2f(rounded(foundX), rounded(foundY));
  if (intent.status != MOVING && dot(velocity, velocity) < RESTING * RESTING * speed * speed) {
    velocity = vec2f();
  }
  return Steered(velocity, max(relaxed, u32(isInfeasible)), deepest, nearest, intent);
}

fn put(place: u32, steered: Steered) {
  near[place] = bitcast<u32>(steered.velocity.x);
  near[scene.capacity + place] = bitcast<u32>(steered.velocity.y);
  near[2u * scene.capacity + place] = steered.wall;
  let slot = factsOf(place).x;
  let intent = steered.intent;
  if (intent.stays) {
    let at = bitcast<vec4u>(places[place]);
    for (var i = 0u; i < 4u; i++) { rest[5u * slot + i] = at[i]; }
  } else if (intent.status == MOVING || intent.status == SETTLED) {
    rest[5u * slot] = bitcast<u32>(intent.cruise);
  }
  let level = intent.level | intent.slows;
  rest[5u * slot + 4u] = intent.status | (level << 8u) | (intent.stall << 16u);
}

var<workgroup> infeasible: atomic<u32>;
var<workgroup> squeezed: atomic<u32>;
var<workgroup> deepest: atomic<u32>;
var<workgroup> idle: atomic<u32>;
var<workgroup> settled: atomic<u32>;

fn sumUp(steered: Steered) {
  if (steered.relaxed > 0u) { atomicAdd(&infeasible, 1u); }
  if (steered.relaxed == 2u) { atomicAdd(&squeezed, 1u); }
  let status = steered.intent.status;
  if (status == IDLE || status == RETURNING) { atomicAdd(&idle, 1u); }
  if (status == SETTLED) { atomicAdd(&settled, 1u); }
  if (steered.deepest > 0f) { atomicMax(&deepest, bitcast<u32>(steered.deepest)); }
}
fn publish() {
  atomicAdd(&tally[scene.capacity + INFEASIBLE], atomicLoad(&infeasible));
  atomicAdd(&tally[scene.capacity + SQUEEZED], atomicLoad(&squeezed));
  atomicMax(&tally[scene.capacity + DEEPEST], atomicLoad(&deepest));
  atomicAdd(&tally[scene.capacity + IDLE_COUNT], atomicLoad(&idle));
  atomicAdd(&tally[scene.capacity + SETTLED_COUNT], atomicLoad(&settled));
}

@compute @workgroup_size(WG)
fn steerAgain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  let count = atomicLoad(&tally[scene.capacity + DOUBTS]);
  for (var i = id.x; i < count; i += groups.x * WG) {
    let place = doubts[i];
    let steered = steerAt(place);
    put(place, steered);
    sumUp(steered);
  }
  workgroupBarrier(); // publishes the sums of this workgroup
  if (local == 0u) { publish(); }
}
