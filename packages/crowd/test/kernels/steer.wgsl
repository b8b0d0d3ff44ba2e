const NOTES = true;

struct Scene {
  end: u32,
  capacity: u32,
  nought: u32,
  seed: u32,
  cells: u32,
  stride: u32,
  usualNeighbours: u32,
  wallCount: u32,
  originX: f32,
  originY: f32,
  largestReach: f32,
  dt: f32,
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
  wallCells: u32,
  wallEntries: u32,
  wallOriginX: f32,
  wallOriginY: f32,
  wallPerUnit: f32,
  source: u32,
}
@group(0) @binding(0) var<uniform> scene: Scene;
fn nought() -> u32 { return scene.nought; }

// lists, ranks and doubts are followed by the tally of a tick
const DOUBTS = 0u;
const INFEASIBLE = 1u;
const SQUEEZED = 2u;
const CLIPPED = 3u;
const DEEPEST = 4u;
const IDLE_COUNT = 5u;
const SETTLED_COUNT = 6u;
const AGENTS = 7u;

const FREE = 0u;
const MOVING = 1u;
const IDLE = 2u;
const RETURNING = 3u;
const SETTLED = 4u;

fn opaque(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) ^ nought()); }

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

/** a - b of coordinates in two parts. */
fn apart(a: vec2f, b: vec2f) -> N {
  let s = opaque(a.x - b.x);
  let t = s - a.x;
  let error = (a.x - (s - t)) - (b.x + t);
  return s + (error + (a.y - b.y));
}

const LINES = 42u;
const PARALLEL = 1e-6f;
const ROUNDING = 1e-6f;
const SLACK = 4e-6f;
const DOUBTFUL = 0.01f;
// half-planes, and from LINES on their bisectors
var<private> lineX: array<N, 84>;
var<private> lineY: array<N, 84>;
var<private> lineC: array<N, 84>;
var<private> foundX: N;
var<private> foundY: N;
// 0: nothing was relaxed, 1: half-planes of agents, 2: those of walls too
var<private> relaxed: u32;
// whether the answer hangs on numbers that were not told apart
var<private> doubt: bool;

fn dot2(ax: N, ay: N, bx: N, by: N) -> N { return add(mul(ax, bx), mul(ay, by)); }
fn cross2(ax: N, ay: N, bx: N, by: N) -> N { return sub(mul(ax, by), mul(ay, bx)); }
fn violation(i: u32) -> N { return sub(lineC[i], dot2(lineX[i], lineY[i], foundX, foundY)); }

/**
 * The best velocity in half-planes 0 to 'hard' - 1 and, 'shift' behind them, up to 'count' - 1: the
 * nearest to (x, y), or the farthest in the direction (x, y). Returns the first half-plane without
 * a solution, or 'count'.
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
    if (less(high, low)) { return i; }
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

/** Bisectors of half-plane i and those from 'hard' to i - 1; returns where they end. */
fn bisect(i: u32, hard: u32) -> u32 {
  var used = hard;
  for (var j = hard; j < i; j++) {
    let mx = sub(lineX[j], lineX[i]);
    let my = sub(lineY[j], lineY[i]);
    let length = root(dot2(mx, my, mx, my));
    // of two half-planes with one direction, the one farther out was met before
    if (!less(num(PARALLEL), length)) { continue; }
    lineX[LINES + used] = div(mx, length);
    lineY[LINES + used] = div(my, length);
    lineC[LINES + used] = div(sub(lineC[j], lineC[i]), length);
    used++;
  }
  return used;
}

/** The program of 'count' half-planes, the first 'walls' of them hard. */
fn solve(walls: u32, count: u32, px: N, py: N, speed: f32) {
  relaxed = 0u;
  doubt = false;
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
  // three programs, and one for each half-plane that is relaxed
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
        // rounding alone can do that: the velocity before satisfies all bisectors
        foundX = beforeX;
        foundY = beforeY;
      }
      let here = violation(at);
      if (less(depth, here)) { depth = here; }
      at++;
    } else {
      if (stopped == count) { return; }
      if (last) {
        foundX = beforeX;
        foundY = beforeY;
        return;
      }
      if (relaxed == 2u && stopped < walls) { return; }
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

// two discs that overlap part at most at this share of the smaller largest speed
const PARTING = 0.5f;

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
}

struct Avoider {
  velocity: vec2f,
  radius: f32,
  yielding: f32,
  slot: u32,
  seed: u32,
  horizon: f32,
  speed: f32,
  dt: f32,
}

/** How deep two discs overlap; below 0 they do not. */
fn overlapOf(square: N, radii: N) -> f32 { return rounded(sub(radii, root(square))); }

/** Writes half-plane 'next'. */
fn putAgentLine(next: u32, own: Avoider, other: Avoided) {
  let radii = add(num(own.radius), num(other.radius));
  let px = other.x;
  let py = other.y;
  let square = dot2(px, py, px, py);
  let vx = num(own.velocity.x);
  let vy = num(own.velocity.y);
  let rx = sub(vx, num(other.velocity.x));
  let ry = sub(vy, num(other.velocity.y));
  let yields = num(own.yielding);
  let share = div(yields, add(yields, sub(num(1f), num(other.priority))));
  var nx: N;
  var ny: N;
  var outside: N;
  if (less(square, mul(radii, radii))) {
    let distance = root(square);
    if (less(num(0f), distance)) {
      nx = neg(div(px, distance));
      ny = neg(div(py, distance));
    } else {
      let tie = tieOf(own.slot, other.slot, own.seed);
      nx = num(tie.x);
      ny = num(tie.y);
    }
    var parting = div(sub(radii, distance), num(own.dt));
    if (less(num(PARTING * own.speed), parting)) { parting = num(PARTING * own.speed); }
    outside = sub(parting, dot2(nx, ny, rx, ry));
  } else {
    // w: from the centre of the cut-off circle to the relative velocity
    let horizon = num(own.horizon);
    let wx = sub(rx, div(px, horizon));
    let wy = sub(ry, div(py, horizon));
    let length = dot2(wx, wy, wx, wy);
    let along = dot2(wx, wy, px, py);
    let reach = mul(mul(radii, radii), length);
    if (less(along, num(0f)) && less(reach, mul(along, along))) {
      let w = root(length);
      nx = div(wx, w);
      ny = div(wy, w);
      outside = sub(div(radii, horizon), w);
    } else {
      // the leg on whose side w lies
      let leg = root(mul(sub(root(square), radii), add(root(square), radii)));
      let left = less(num(0f), cross2(px, py, wx, wy));
      var r = radii;
      if (!left) { r = neg(radii); }
      let dx = div(sub(mul(px, leg), mul(py, r)), square);
      let dy = div(add(mul(px, r), mul(py, leg)), square);
      if (left) {
        nx = neg(dy);
        ny = dx;
      } else {
        nx = dy;
        ny = neg(dx);
      }
      outside = neg(dot2(nx, ny, rx, ry));
    }
  }
  lineX[next] = nx;
  lineY[next] = ny;
  lineC[next] = add(dot2(nx, ny, vx, vy), mul(share, outside));
}

override WG: u32 = 64;
@group(0) @binding(1) var<storage, read_write> near: array<u32>;
// places whose programs are in doubt
@group(0) @binding(2) var<storage, read_write> doubts: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<vec4f>;
@group(0) @binding(4) var<storage, read> traits: array<u32>;
@group(0) @binding(5) var<storage, read> preferred: array<f32>;
// lengths of the lists by place, then the tally
@group(0) @binding(8) var<storage, read_write> tally: array<atomic<u32>>;

fn traitOf(slot: u32, which: u32) -> f32 { return bitcast<f32>(traits[9u * slot + which]); }

struct Steered { velocity: vec2f, relaxed: u32, deepest: f32 }

fn steerAt(place: u32) -> Steered {
  let at = places[place];
  let body = places[scene.capacity + place];
  let slot = bitcast<u32>(places[2u * scene.capacity + place].x);
  let speed = traitOf(slot, 1u);
  var px = num(preferred[slot]);
  var py = num(preferred[scene.capacity + slot]);
  let square = dot2(px, py, px, py);
  if (less(mul(num(speed), num(speed)), square)) {
    let shorter = div(num(speed), root(square));
    px = mul(px, shorter);
    py = mul(py, shorter);
  }
  var walls = 0u;
  var count = walls;
  let yielding = 1f - body.w;
  let horizon = traitOf(slot, 2u);
  let own = Avoider(body.xy, body.z, yielding, slot, scene.seed, horizon, speed, scene.dt);
  var deepest = 0f;
  let size = atomicLoad(&tally[place]);
  for (var i = 0u; i < size; i++) {
    let p = near[i * scene.capacity + place];
    let there = places[p];
    let other = places[scene.capacity + p];
    let x = apart(there.xz, at.xz);
    let y = apart(there.yw, at.yw);
    let otherSlot = bitcast<u32>(places[2u * scene.capacity + p].x);
    let avoided = Avoided(x, y, other.xy, other.z, other.w, otherSlot);
    deepest = max(deepest, overlapOf(dot2(x, y, x, y), add(num(body.z), num(other.z))));
    // an agent of priority 1 leaves the whole evasion to the other
    if (yielding <= 0f) { continue; }
    putAgentLine(count, own, avoided);
    count++;
  }
  solve(walls, count, px, py, speed);
  return Steered(vec2f(rounded(foundX), rounded(foundY)), relaxed, deepest);
}

fn put(place: u32, velocity: vec2f) {
  near[place] = bitcast<u32>(velocity.x);
  near[scene.capacity + place] = bitcast<u32>(velocity.y);
}

var<workgroup> infeasible: atomic<u32>;
var<workgroup> squeezed: atomic<u32>;
var<workgroup> deepest: atomic<u32>;

fn sumUp(steered: Steered) {
  if (steered.relaxed > 0u) { atomicAdd(&infeasible, 1u); }
  if (steered.relaxed == 2u) { atomicAdd(&squeezed, 1u); }
  if (steered.deepest > 0f) { atomicMax(&deepest, bitcast<u32>(steered.deepest)); }
}
fn publish() {
  atomicAdd(&tally[scene.capacity + INFEASIBLE], atomicLoad(&infeasible));
  atomicAdd(&tally[scene.capacity + SQUEEZED], atomicLoad(&squeezed));
  atomicMax(&tally[scene.capacity + DEEPEST], atomicLoad(&deepest));
}

@compute @workgroup_size(WG)
fn steer(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  let agents = atomicLoad(&tally[scene.capacity + AGENTS]);
  for (var place = id.x; place < agents; place += groups.x * WG) {
    let steered = steerAt(place);
    if (NOTES && (doubt || steered.relaxed > 0u)) {
      doubts[atomicAdd(&tally[scene.capacity + DOUBTS], 1u)] = place;
      continue;
    }
    put(place, steered.velocity);
    sumUp(steered);
  }
  workgroupBarrier(); // publishes the sums of this workgroup
  if (local == 0u) { publish(); }
}
