enable subgroups;
// all invocations take part in every exchange: branches before exchanges are uniform
diagnostic(off, subgroup_uniformity);

struct Params {
  width: u32,
  height: u32,
  pitch: u32,       // vectors of 4 cells in a row
  layers: u32,
  tilesX: u32,
  tilesY: u32,
  maskPitch: u32,   // words of a bit mask in a row
  steps: u32,       // of this dispatch, unless they are counted on the device
  spare: u32,
  nought: u32,      // always 0, but no compiler knows: x | nought keeps products from being fused
  phase: u32,       // number of the dispatch modulo 6
  limit: u32,       // most steps of a call, or of a walk; of 'judge': steps of an interval
  centre: f32,
  tolerance: f32,
  chosenCount: u32, // number of layers of this dispatch
  count: u32,       // items of kernels that work on no cells: walks, pursuers
  planes: array<vec4u, 16>,  // which plane of the factors a layer has
  chosen: array<vec4u, 16>,  // the layers of this dispatch
}
@group(0) @binding(0) var<uniform> params: Params;

@group(0) @binding(1) var<storage, read> factors: array<vec4f>;
@group(0) @binding(2) var<storage, read> source: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> result: array<vec4u>;
// bits per cell: the active goals of each layer, then the open cells that a goal reaches
@group(0) @binding(4) var<storage, read> masks: array<u32>;
// a word per tile: bit 0, it has scent; bit 1, it lacks scent where a goal reaches; bit 2, it may
// have goals
@group(0) @binding(5) var<storage, read_write> flags: array<u32>;
@group(0) @binding(6) var<storage, read_write> control: array<atomic<u32>>;

/** The i-th chosen layer. */
fn layerOf(i: u32) -> u32 { return params.chosen[i / 4u][i % 4u]; }

fn planeOf(layer: u32) -> u32 { return params.planes[layer / 4u][layer % 4u]; }

const LX = 16u;
const ROWS = 2u;
const STEPS = 4u;
const HALO_X = 4u;
const TILE_WIDTH = 56u;
const TILE_HEIGHT = 8u;
const RIMS = 144u;

var<workgroup> top: array<vec4f, 288>;
var<workgroup> bottom: array<vec4f, 288>;
var<workgroup> gathered: atomic<u32>;
var<workgroup> missing: atomic<u32>;
var<workgroup> lacked: atomic<u32>;
var<workgroup> told: u32;

const RUN = 0u;
const WAIT = 1u;
const FIX = 2u;
const DONE = 3u;
const LIMIT = 4u;
const STALLED = 5u;
const STALL_INTERVAL = 256u;

fn record(layer: u32, phase: u32) -> u32 {
  return 24u * layer + 8u * (phase % 3u);
}

/** Bit s: after step s + 1 some cell that a goal reaches had no scent. */
fn reportMissing(layer: u32, bits: u32) {
  atomicOr(&control[record(layer, params.phase) + 3u], bits);
}

/** Leaves a tile to the careful kernel. */
fn leaveToCareful(tile: u32) {
  let i = atomicAdd(&control[carefulLeft(params.phase)], 1u);
  atomicStore(&control[24u * params.layers + i], tile);
}

/**
 * How many tiles are left to the careful kernel. Dispatches of even and of odd phase count apart,
 * so that a dispatch can clear the count of the next one.
 */
fn carefulLeft(phase: u32) -> u32 { return record(0u, phase & 1u) + 5u; }

/** How many tiles the tilted kernel left to blocks. */
fn tiltedLeft(phase: u32) -> u32 { return record(0u, 2u) + 5u + (phase & 1u); }

/**
 * Where the list of the tiles left to blocks begins, and the slopes of all tiles. The list of the
 * careful kernel begins right behind the records.
 */
fn tiltedList() -> u32 {
  return (24u + params.tilesX * params.tilesY) * params.layers;
}
fn slopeList() -> u32 { return tiltedList() + params.tilesX * params.tilesY * params.layers; }

/** Empties the lists that the next dispatch fills. */
fn clearLists() {
  atomicStore(&control[carefulLeft(params.phase + 1u)], 0u);
  atomicStore(&control[tiltedLeft(params.phase + 1u)], 0u);
}

/**
 * Steps of this dispatch, 0 for none. One workgroup per layer writes down what all of them decide.
 */
fn openDispatch(layer: u32, writes: bool) -> u32 {
  let p = record(layer, params.phase + 2u);
  var mode = atomicLoad(&control[p]);
  var base = atomicLoad(&control[p + 1u]);
  var steps = atomicLoad(&control[p + 2u]);
  let missing = atomicLoad(&control[p + 3u]);
  var exec = atomicLoad(&control[p + 4u]);
  if (mode == RUN) {
    // Bit s of 'held': no scent was missing after step s + 1. Before the first dispatch no steps
    // were done, and 'missing' tells whether scent is missing now.
    let held = ~missing & ((1u << steps) - 1u);
    let count = select(countTrailingZeros(held) + 1u, 0u, steps == 0u);
    if (select(held == 0u, missing != 0u, steps == 0u)) {
      base += steps;
      steps = min(STEPS, params.limit - base);
      
      if (steps == 0u) { mode = LIMIT; }
    } else if (count == steps) {
      mode = DONE;
      base += steps;
    } else {
      mode = WAIT;
      steps = count;
    }
  } else if (mode == WAIT) {
    mode = FIX;
  } else if (mode == FIX) {
    mode = DONE;
    base += steps;
  }
  let works = mode == RUN || mode == FIX;
  if (works) { exec = params.phase & 1u; }
  if (writes) {
    let q = record(layer, params.phase);
    atomicStore(&control[q], mode);
    atomicStore(&control[q + 1u], base);
    atomicStore(&control[q + 2u], steps);
    atomicStore(&control[q + 4u], exec);
    atomicStore(&control[record(layer, params.phase + 1u) + 3u], 0u);
  }
  return select(0u, steps, works);
}

// exponent of the value 0
const NOTHING = -0x20000000;
// The exponents that values may have. Normal numbers of f32 have exponents from -126 to 127. The
// lowest exponent and the three highest ones are left as a margin, for two reasons. A value with
// exponent e may be almost 2^(e + 1), and exp2 and log2 of a device are not exact.
const LOWEST = -125;
const HIGHEST = 124;

// Exponents of the region, a pair for each look at them: two looks before the first step, at most
// one before each of up to 7 later steps, and one pair to spare. First the largest exponent, then
// the negated least one. NOTHING is subtracted from both, so 0 means that the region has no scent.
var<workgroup> extremes: array<atomic<i32>, 20>;
// 2^32 - the bits of the least factor but 0
var<workgroup> thinness: atomic<u32>;
// 0, 1: the sum of the differences of exponents between blocks beside each other, and the number
// of differences; 2, 3: the same between the first and the last row of each block
var<workgroup> sums: array<atomic<i32>, 4>;
var<workgroup> verdict: vec4i;

/** v * 2^e, which must be in the range of f32. */
fn scaled(v: vec4f, e: vec4i) -> vec4f {
  let bits = bitcast<vec4u>(v) + bitcast<vec4u>(e << vec4u(23u));
  return bitcast<vec4f>(select(bits, vec4u(), v == vec4f()));
}

/** The windows k of the values v * 2^own. */
fn windows(v: vec4f, own: vec4i) -> vec4i {
  let e = own + vec4i(bitcast<vec4u>(v) >> vec4u(23u)) - 127;
  // division rounds down only above 0, so 2^20 windows are added before and taken off after
  let k = vec4i(vec4u(e + 96 * 0x100000) / 96u) - 0x100000;
  return select(k, vec4i(), v == vec4f());
}

fn powerOfTwo(e: vec4i) -> vec4f { return bitcast<vec4f>(vec4u(e + 127) << vec4u(23u)); }

fn largest(v: vec4i) -> i32 { return max(max(v.x, v.y), max(v.z, v.w)); }

/** The largest binary exponent of m * 2^(96 k). */
fn exponentOf(m: vec4f, k: vec4i) -> i32 {
  return largest(select(96 * k + vec4i(bitcast<vec4u>(m) >> vec4u(23u)) - 127, vec4i(NOTHING),
    m == vec4f()));
}

/** Merges an invocation's largest and negated least exponents into those of look 'turn'. */
fn tell(turn: u32, most: vec4i, least: vec4i) {
  let highest = largest(most);
  if (highest == NOTHING) { return; }
  atomicMax(&extremes[2u * turn], highest - NOTHING);
  atomicMax(&extremes[2u * turn + 1u], largest(least) - NOTHING);
}

/**
 * Upper bound on the factor by which values rise in a step, if neighbours are multiplied by
 * 2^columns or 2^-columns, and by 2^rows or 2^-rows.
 */
fn gain(columns: f32, rows: f32) -> f32 {
  let x = exp2(columns) + exp2(-columns);
  let y = exp2(rows) + exp2(-rows);
  return ((1f + x) * (1f + y) - 1f + params.centre) / (8f + params.centre);
}

/**
 * Decides how many steps are safe. x: their number, at most 'most', by the exponents that look
 * number 'turn' found. y: what 'own' must rise by for these steps. z: the slopes measured, 'slope'
 * in the low 16 bits, 'rise' in the high ones.
 *
 * The exponents of the region lie from 'lower' to 'upper' now. In a step an exponent falls by at
 * most 'falls': the slopes, and the least factor. It rises by at most 'rises' / 16. With the least
 * value after all steps at LOWEST, the largest intermediate exponent is
 *   LOWEST + steps * falls + product + (upper - lower) + steps * rises / 16 + sum <= HIGHEST
 * 'sum' is how far a sum lies above the new value, before the factor: log2 of the weights' sum, and
 * a margin of 2. 'product' is how far a product with centre lies below its value. Solved for the
 * steps: steps * (falls + rises / 16) <= room; in the code all terms are in sixteenths.
 */
fn judge(turn: u32, slope: i32, rise: i32, most: i32) -> vec4i {
  let across = round(4f * f32(atomicLoad(&sums[0])) / f32(max(1, atomicLoad(&sums[1]))));
  let down = round(f32(atomicLoad(&sums[2])) / f32(1 * max(1, atomicLoad(&sums[3]))));
  let slopes = (i32(across) & 0xffff) | (i32(down) << 16u);
  let found = atomicLoad(&extremes[2u * turn]);
  let thin = 0u - atomicLoad(&thinness);
  // the region has no scent, or all its cells are obstacles
  if (found == 0 || thin == 0u) { return vec4i(most, 0, slopes, 0); }
  let upper = found + NOTHING;
  let lower = -(atomicLoad(&extremes[2u * turn + 1u]) + NOTHING);
  let steep = (abs(slope) + 15) >> 4u;
  let falls = steep + abs(rise) + 127 - i32(thin >> 23u);
  let rises = i32(ceil(16f * log2(gain(f32(steep), f32(abs(rise))))));
  let sum = i32(ceil(log2(8f + params.centre))) + 2;
  let product = 0;
  let room = HIGHEST - LOWEST - sum - product - (upper - lower);
  let steps = min(most, 16 * max(0, room) / (16 * falls + rises));
  return vec4i(steps, lower - steps * falls - product - LOWEST, slopes, 0);
}

fn leaveToBlocks(tile: u32) {
  let i = atomicAdd(&control[tiltedLeft(params.phase)], 1u);
  atomicStore(&control[tiltedList() + i], tile);
}

@compute @workgroup_size(128)
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tiles = params.tilesX * params.tilesY;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
  if (lane == 0u && group.x + group.y == 0u) { clearLists(); }

  if (lane == 0u) { told = openDispatch(layer, tileX + tileY == 0u); }
  // uniform: the steps contain barriers
  let steps = workgroupUniformLoad(&told);
  if (steps == 0u) { return; }

  // A tile is skipped if neither the tile nor its eight neighbours have scent, and if the tile has
  // none in the field that would be written over.
  let flagsBefore = (params.phase & 1u) * params.layers * tiles;
  let flagsAfter = params.layers * tiles - flagsBefore;
  if (lane < 9u) {
    let x = tileX + lane % 3u - 1u;
    let y = tileY + lane / 3u - 1u;
    if (x < params.tilesX && y < params.tilesY) {
      atomicOr(&gathered, flags[flagsBefore + layer * tiles + y * params.tilesX + x] & 5u);
    }
    if (lane == 4u) { atomicOr(&gathered, flags[flagsAfter + tile] & 1u); }
  }
  workgroupBarrier();
  let slopesAt = slopeList() + tile;
  if (lane == 0u) {
    verdict = vec4i(i32(atomicLoad(&gathered)), bitcast<i32>(atomicLoad(&control[slopesAt])), 0, 0);
    atomicStore(&gathered, 0u);
  }
  let begin = workgroupUniformLoad(&verdict);
  let nearby = u32(begin.x);

  if ((nearby & 1u) == 0u) {
    if (lane == 0u) {
      let flag = flags[flagsBefore + tile];
      flags[flagsAfter + tile] = flag;
      if ((flag & 2u) != 0u) { reportMissing(layer, 0xffffffffu); }
    }
    return;
  }

  let cx = lane % LX;
  let cy = lane / LX;
  // in u32, columns left of 0 lie beyond the pitch and rows above 0 beyond the height
  let x4 = tileX * (TILE_WIDTH / 4u) + cx - HALO_X / 4u;
  let y0 = tileY * TILE_HEIGHT + cy * ROWS - STEPS;
  let base = layer * params.pitch * params.height;
  let plane = planeOf(layer) * params.pitch * params.height;

  // bits of the cells that are goals (g) and that must get scent (c)
  var g0 = 0u;
  var c0 = 0u;
  let maskBase = layer * params.maskPitch * params.height + (x4 >> 3u);
  let maskShift = 4u * (x4 & 7u);
  // loads without branches, so that all of them are under way at once; invocations beyond the map
  // load cell 0
  let in0 = x4 < params.pitch && y0 + 0u < params.height;
  let at0 = select(0u, (y0 + 0u) * params.pitch + x4, in0);
  let word0 = select(0u, maskBase + (y0 + 0u) * params.maskPitch, in0);
  var f0 = factors[plane + at0];
  var v0 = bitcast<vec4f>(source[2u * (base + at0)]);
  var k0 = bitcast<vec4i>(source[2u * (base + at0) + 1u]);
  let reach0 = masks[word0 + params.layers * params.maskPitch * params.height];
  let in1 = x4 < params.pitch && y0 + 1u < params.height;
  let at1 = select(0u, (y0 + 1u) * params.pitch + x4, in1);
  let word1 = select(0u, maskBase + (y0 + 1u) * params.maskPitch, in1);
  var f1 = factors[plane + at1];
  var v1 = bitcast<vec4f>(source[2u * (base + at1)]);
  var k1 = bitcast<vec4i>(source[2u * (base + at1) + 1u]);
  let reach1 = masks[word1 + params.layers * params.maskPitch * params.height];
  // the least of the bits of factors, less 1: a factor of 0 gives the largest number
  var thin = vec4u(0xffffffffu);
  var lack = false;
  f0 = select(vec4f(), f0, in0);
  v0 = select(vec4f(), v0, in0);
  thin = min(thin, bitcast<vec4u>(f0) - 1u);
  c0 |= select(0u, ((reach0 >> maskShift) & 15u) << 0u, in0);
  lack = lack || any((v0 == vec4f()) & ((vec4u(c0 >> 0u) & vec4u(1u, 2u, 4u,
    8u)) != vec4u()));
  f1 = select(vec4f(), f1, in1);
  v1 = select(vec4f(), v1, in1);
  thin = min(thin, bitcast<vec4u>(f1) - 1u);
  c0 |= select(0u, ((reach1 >> maskShift) & 15u) << 4u, in1);
  lack = lack || any((v1 == vec4f()) & ((vec4u(c0 >> 4u) & vec4u(1u, 2u, 4u,
    8u)) != vec4u()));

  // most tiles have no goals near them
  if ((nearby & 4u) != 0u) {
    g0 |= select(0u, ((masks[word0] >> maskShift) & 15u) << 0u, in0);
    g0 |= select(0u, ((masks[word1] >> maskShift) & 15u) << 4u, in1);
  }
  let goals = g0;
  // the columns and rows of this block that are stored
  let stored = 4u * cx >= HALO_X && 4u * cx < HALO_X + TILE_WIDTH && x4 < params.pitch;

  if (!stored || cy * ROWS + 0u - STEPS >= TILE_HEIGHT) { c0 &= ~15u; }
  if (!stored || cy * ROWS + 1u - STEPS >= TILE_HEIGHT) { c0 &= ~240u; }
  if (lack) { atomicStore(&lacked, 1u); }
  var lacking = 0u;

  let first0 = exponentOf(v0, k0);
  let last0 = exponentOf(v1, k1);
  let beside = subgroupShuffleUp(first0, 1u);
  if (first0 != NOTHING && beside != NOTHING && cx > 0u) {
    atomicAdd(&sums[0], clamp(first0 - beside, -64, 64));
    atomicAdd(&sums[1], 1);
  }
  if (first0 != NOTHING && last0 != NOTHING) {
    atomicAdd(&sums[2], clamp(last0 - first0, -24, 24));
    atomicAdd(&sums[3], 1);
  }
  atomicMax(&thinness, 0xffffffffu - min(min(thin.x, thin.y), min(thin.z, thin.w)));

  var slopes = begin.y;
  var ownX = vec4i();
  var ownY = 0;
  var slope = 0;
  var rise = 0;
  var next = 0u;
  var turn = 0u;
  for (; turn < 2u && next == 0u; turn++) {
    slope = (slopes << 16u) >> 16u;
    rise = slopes >> 16u;
    ownX = (slope * (i32(4u * cx) + vec4i(0, 1, 2, 3))) >> vec4u(4u);
    let flat = ownX + (127 + rise * i32(cy * ROWS));
    var most = vec4i(NOTHING);
    var least = vec4i(NOTHING);
    {
      let over = 96 * k0 + vec4i(bitcast<vec4u>(v0) >> vec4u(23u)) - (flat + rise * 0);
      most = max(most, select(over, vec4i(NOTHING), v0 == vec4f()));
      least = max(least, select(-over, vec4i(NOTHING), v0 == vec4f()));
    }
    {
      let over = 96 * k1 + vec4i(bitcast<vec4u>(v1) >> vec4u(23u)) - (flat + rise * 1);
      most = max(most, select(over, vec4i(NOTHING), v1 == vec4f()));
      least = max(least, select(-over, vec4i(NOTHING), v1 == vec4f()));
    }
    tell(turn, most, least);
    // gathers what all invocations found
    workgroupBarrier();
    if (lane == 0u) { verdict = judge(turn, slope, rise, i32(steps)); }
    // uniform: the steps contain barriers
    let now = workgroupUniformLoad(&verdict);
    slopes = now.z;
    ownY = now.y;
    // fewer than three steps by the slopes of the last dispatch are refused: the slopes just
    // measured may allow more
    if (turn == 1u || now.x >= min(i32(steps), 3)) { next = u32(now.x); }
  }
  if (lane == 0u) { atomicStore(&control[slopesAt], bitcast<u32>(slopes)); }
  if (next == 0u) {
    if (lane == 0u) { leaveToBlocks(tile); }
    return;
  }
  ownY += rise * i32(cy * ROWS);
  v0 = scaled(v0, 96 * k0 - ownX - (ownY + rise * 0));
  v1 = scaled(v1, 96 * k1 - ownX - (ownY + rise * 1));
  // factors that bring the values of neighbours to the scale of a cell
  let fromLeft = powerOfTwo(vec4i(subgroupShuffleUp(ownX.w, 1u), ownX.xyz) - ownX);
  let fromRight = powerOfTwo(vec4i(ownX.yzw, subgroupShuffleDown(ownX.x, 1u)) - ownX);
  let fromAbove = powerOfTwo(vec4i(-rise)).x;
  let fromBelow = powerOfTwo(vec4i(rise)).x;
  let counts = atomicLoad(&lacked) != 0u;

  let rim = cy * LX + cx;
  for (var s = 0u; s < steps; s++) {

    if (s == next) {
      var most = vec4i(NOTHING);
      var least = vec4i(NOTHING);
      {
        let over = vec4i(bitcast<vec4u>(v0) >> vec4u(23u)) - 127;
        most = max(most, select(over, vec4i(NOTHING), v0 == vec4f()));
        least = max(least, select(-over, vec4i(NOTHING), v0 == vec4f()));
      }
      {
        let over = vec4i(bitcast<vec4u>(v1) >> vec4u(23u)) - 127;
        most = max(most, select(over, vec4i(NOTHING), v1 == vec4f()));
        least = max(least, select(-over, vec4i(NOTHING), v1 == vec4f()));
      }
      tell(turn, most, least);
      // gathers what all invocations found
      workgroupBarrier();
      if (lane == 0u) { verdict = judge(turn, slope, rise, i32(steps - s)); }
      // uniform: the steps contain barriers
      let now = workgroupUniformLoad(&verdict);
      if (now.x == 0) {
        if (lane == 0u) { leaveToBlocks(tile); }
        return;
      }
      ownY += now.y;
      v0 = scaled(v0, vec4i(-now.y));
      v1 = scaled(v1, vec4i(-now.y));
      next = s + u32(now.x);
      turn++;
    }
    // 'nothing' is 0, but a compiler cannot know. If the words of goals and cares were the same in
    // every step, it would expand them ahead of the loop, to a register per cell.
    let nothing = s & params.nought;
    let goal0 = g0 | nothing;
    let care0 = c0 | nothing;
    let r = (s & 1u) * RIMS + rim;
    top[r] = v0;
    bottom[r + LX] = v1;
    // publishes the edges of all blocks; the next step overwrites the edges of the step before,
    // which all invocations have read
    workgroupBarrier();
    var before = bottom[r];
    let down = top[r + LX];
    {
      let above = before * fromAbove;
      let below = v1 * fromBelow;
      let ends = above + below;
      let column = ends + v0;
      let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz) * fromLeft;
      let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u)) * fromRight;
      // the stencil's sum (src/types.ts)
      var value = (((west + east) + ends)) * f0;
      before = v0;
      if (goals != 0u) {
        value =
          select(value, v0, ((vec4u(goal0 >> 0u) & vec4u(1u, 2u, 4u, 8u)) != vec4u()));
      }
      v0 = value;
    }
    {
      let above = before * fromAbove;
      let below = down * fromBelow;
      let ends = above + below;
      let column = ends + v1;
      let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz) * fromLeft;
      let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u)) * fromRight;
      // the stencil's sum (src/types.ts)
      var value = (((west + east) + ends)) * f1;
      before = v1;
      if (goals != 0u) {
        value =
          select(value, v1, ((vec4u(goal0 >> 4u) & vec4u(1u, 2u, 4u, 8u)) != vec4u()));
      }
      v1 = value;
    }
    if (counts) {
      var zero = false;
      zero = zero || any((v0 == vec4f()) & ((vec4u(care0 >> 0u) & vec4u(1u, 2u, 4u,
        8u)) != vec4u()));
      zero = zero || any((v1 == vec4f()) & ((vec4u(care0 >> 4u) & vec4u(1u, 2u, 4u,
        8u)) != vec4u()));
      if (zero) { lacking |= 1u << s; }
    }
  }

  var some = 0u;
  if (stored) {
    if (cy * ROWS + 0u - STEPS < TILE_HEIGHT && y0 + 0u < params.height) {
      let at = base + (y0 + 0u) * params.pitch + x4;
      let own = ownX + (ownY + rise * 0);
      let window = windows(v0, own);
      result[2u * at] = bitcast<vec4u>(scaled(v0, own - 96 * window));
      result[2u * at + 1u] = bitcast<vec4u>(window);
      some |= select(0u, 1u, any(v0 != vec4f()));
    }
    if (cy * ROWS + 1u - STEPS < TILE_HEIGHT && y0 + 1u < params.height) {
      let at = base + (y0 + 1u) * params.pitch + x4;
      let own = ownX + (ownY + rise * 1);
      let window = windows(v1, own);
      result[2u * at] = bitcast<vec4u>(scaled(v1, own - 96 * window));
      result[2u * at + 1u] = bitcast<vec4u>(window);
      some |= select(0u, 1u, any(v1 != vec4f()));
    }
  }
  if (stored && goals != 0u) { some |= 4u; }
  if (some != 0u) { atomicOr(&gathered, some); }
  if (lacking != 0u) { atomicOr(&missing, lacking); }
  // gathers what all invocations found
  workgroupBarrier();
  if (lane == 0u) {
    var flag = atomicLoad(&gathered);

    let bits = atomicLoad(&missing);
    if (bits != 0u) {
      reportMissing(layer, bits);
      flag |= select(0u, 2u, (bits & (1u << (steps - 1u))) != 0u);
    }
    flags[flagsAfter + tile] = flag;
  }
}
