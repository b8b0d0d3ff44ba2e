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
const LY = 8u;
const ROWS = 2u;
const STEPS = 4u;
const HALO_X = 4u;
const TILE_WIDTH = 56u;
const TILE_HEIGHT = 8u;
const EDGES = 290u;
const RIMS = 144u;

var<workgroup> first: array<f32, 580>;
var<workgroup> last: array<f32, 580>;
var<workgroup> top: array<vec4f, 288>;
var<workgroup> bottom: array<vec4f, 288>;
var<workgroup> gathered: atomic<u32>;
var<workgroup> missing: atomic<u32>;
var<workgroup> told: u32;
// the last step after which a block got another scale, counted from 1
var<workgroup> rescaled: atomic<u32>;
// of the whole region: 2^30 + the largest exponent, 2^30 - the least exponent, 2^32 - the bits of
// the least factor but 0
var<workgroup> regionMost: atomic<u32>;
var<workgroup> regionLeast: atomic<u32>;
var<workgroup> regionThin: atomic<u32>;

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

// scale of a block without scent, and exponent of the value 0
const NOTHING = -0x40000000;
const SCALE_PITCH = 18u;
const SCALES = 180u;

// the scales of all blocks of the region and of a rim around it, in two copies that alternate
var<workgroup> blockScale: array<i32, 360>;

fn scaleAt(cx: u32, cy: u32) -> u32 { return (cy + 1u) * SCALE_PITCH + cx + 1u; }

/** Binary exponents of m * 2^(96 k). */
fn exponents(m: vec4f, k: vec4i) -> vec4i {
  let e = 96 * k + vec4i(bitcast<vec4u>(m) >> vec4u(23u)) - 127;
  return select(e, vec4i(NOTHING), m == vec4f());
}

/** The values with exponents 'e' instead of their own; 0 where 'e' is below -110. */
fn scaled(m: vec4f, e: vec4i) -> vec4f {
  let bits = (bitcast<vec4u>(m) & vec4u(0x7fffffu)) | bitcast<vec4u>((e + 127) << vec4u(23u));
  return bitcast<vec4f>(select(bits, vec4u(), (m == vec4f()) | (e < vec4i(-110))));
}

/** The windows k of the values v * 2^scale. */
fn windows(v: vec4f, scale: i32) -> vec4i {
  let e = scale + vec4i(bitcast<vec4u>(v) >> vec4u(23u)) - 127;
  // division rounds down only above 0, so 2^20 windows are added before and taken off after
  let k = vec4i((vec4u(e + 96 * 0x100000)) / 96u) - 0x100000;
  return select(k, vec4i(), v == vec4f());
}

/** The m of the values v * 2^scale in windows k. */
fn unscaled(v: vec4f, scale: i32, k: vec4i) -> vec4f {
  let bits = bitcast<vec4u>(v);
  let e = vec4i(bits >> vec4u(23u)) + scale - 96 * k;
  let m = (bits & vec4u(0x7fffffu)) | bitcast<vec4u>(e << vec4u(23u));
  return bitcast<vec4f>(select(m, vec4u(), bits == vec4u()));
}

/** The factor that brings values of a block with scale 'there' to scale 'here'. */
fn factorTo(here: i32, there: i32) -> f32 {
  // all values of a block without scent are 0, so every factor will do
  let e = select(there - here, 0, there == NOTHING);
  return select(bitcast<f32>(u32(clamp(e, -126, 127) + 127) << 23u), 0f, e < -126);
}

/** The scale that a block without scent takes: the largest exponent at edges of blocks around. */
fn arriving(e: u32, r: u32, q: u32, cx: u32) -> i32 {
  var most = NOTHING;
  for (var k = 0u; k < ROWS + 2u; k++) {
    // the row of blocks to which this row of cells belongs
    let row = select(select(q, q + SCALE_PITCH, k == ROWS + 1u), q - SCALE_PITCH, k == 0u);
    if (cx > 0u) { most = max(most, exponentOf(last[e + k * LX - 1u], blockScale[row - 1u])); }
    if (cx + 1u < LX) {
      most = max(most, exponentOf(first[e + k * LX + 1u], blockScale[row + 1u]));
    }
  }
  let up = bottom[r];
  let down = top[r + LX];
  for (var c = 0u; c < 4u; c++) {
    most = max(most, exponentOf(up[c], blockScale[q - SCALE_PITCH]));
    most = max(most, exponentOf(down[c], blockScale[q + SCALE_PITCH]));
  }
  return most;
}

fn exponentOf(v: f32, scale: i32) -> i32 {
  return select(i32(bitcast<u32>(v) >> 23u) - 127 + scale, NOTHING, v == 0f);
}

/**
 * The least value that the block gets from the edges of the blocks around, in its own scale. Edge
 * values of 0 are left out; 1 if all of them are 0. A value of at most 2^-126 counts as lost:
 * the value underflowed, or rounding lifted it to 2^-126. Sets 'wrong' if a value is lost and some
 * value is at least 2^-126 and below 2^-60, because the loss may change the sum of such a value.
 */
fn faintest(e: u32, r: u32, cx: u32, scales: array<f32, 8>, wrong: ptr<function, bool>) -> f32 {
  var faint = 1f;
  var small = false;
  for (var k = 0u; k < ROWS + 2u; k++) {
    let west = select(select(scales[2], scales[6], k == ROWS + 1u), scales[4], k == 0u);
    let east = select(select(scales[3], scales[7], k == ROWS + 1u), scales[5], k == 0u);
    let l = select(last[e + k * LX - 1u], 0f, cx == 0u);
    let r0 = select(first[e + k * LX + 1u], 0f, cx == LX - 1u);
    if (l != 0f) { faint = min(faint, l * west); }
    if (r0 != 0f) { faint = min(faint, r0 * east); }
    small = small || (l * west >= 0x1p-126 && l * west < 0x1p-60);
    small = small || (r0 * east >= 0x1p-126 && r0 * east < 0x1p-60);
  }
  let up = bottom[r];
  let down = top[r + LX];
  let rows = min(select(vec4f(1f), up * scales[0], up != vec4f()),
    select(vec4f(1f), down * scales[1], down != vec4f()));
  faint = min(faint, min(min(rows.x, rows.y), min(rows.z, rows.w)));
  small = small || any((up * scales[0] >= vec4f(0x1p-126)) & (up * scales[0] < vec4f(0x1p-60)));
  small = small || any((down * scales[1] >= vec4f(0x1p-126)) & (down * scales[1] < vec4f(0x1p-60)));
  if (faint <= 0x1p-126 && small) { *wrong = true; }
  return faint;
}

@compute @workgroup_size(128)
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let tiles = params.tilesX * params.tilesY;
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
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
  if (lane == 0u) {
    told = atomicLoad(&gathered);
    atomicStore(&gathered, 0u);
  }
  let nearby = workgroupUniformLoad(&told);

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

  var v0 = vec4f(); var f0 = vec4f();
  var e0 = vec4i(NOTHING);
  var v1 = vec4f(); var f1 = vec4f();
  var e1 = vec4i(NOTHING);
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
  f0 = factors[plane + at0];
  v0 = bitcast<vec4f>(source[2u * (base + at0)]);
  e0 = bitcast<vec4i>(source[2u * (base + at0) + 1u]);
  let reach0 = masks[word0 + params.layers * params.maskPitch * params.height];
  let in1 = x4 < params.pitch && y0 + 1u < params.height;
  let at1 = select(0u, (y0 + 1u) * params.pitch + x4, in1);
  let word1 = select(0u, maskBase + (y0 + 1u) * params.maskPitch, in1);
  f1 = factors[plane + at1];
  v1 = bitcast<vec4f>(source[2u * (base + at1)]);
  e1 = bitcast<vec4i>(source[2u * (base + at1) + 1u]);
  let reach1 = masks[word1 + params.layers * params.maskPitch * params.height];
  f0 = select(vec4f(), f0, in0);
  v0 = select(vec4f(), v0, in0);
  e0 = exponents(v0, e0);
  c0 |= select(0u, ((reach0 >> maskShift) & 15u) << 0u, in0);
  f1 = select(vec4f(), f1, in1);
  v1 = select(vec4f(), v1, in1);
  e1 = exponents(v1, e1);
  c0 |= select(0u, ((reach1 >> maskShift) & 15u) << 4u, in1);

  // most tiles have no goals near them
  if ((nearby & 4u) != 0u) {
    g0 |= select(0u, ((masks[word0] >> maskShift) & 15u) << 0u, in0);
    g0 |= select(0u, ((masks[word1] >> maskShift) & 15u) << 4u, in1);
  }
  let goals = g0;
  // the columns and rows of this block that are stored
  let column = 4u * cx;
  let stored = column >= HALO_X && column < HALO_X + TILE_WIDTH && x4 < params.pitch;

  if (!stored || cy * ROWS + 0u - STEPS >= TILE_HEIGHT) { c0 &= ~15u; }
  if (!stored || cy * ROWS + 1u - STEPS >= TILE_HEIGHT) { c0 &= ~240u; }
  let cares = c0;
  var lacking = 0u;

  var most = vec4i(NOTHING);
  most = max(most, e0);
  most = max(most, e1);
  var few = vec4i(-NOTHING);
  var thin = vec4u(0xffffffffu);
  few = min(few, select(e0, vec4i(-NOTHING), e0 == vec4i(NOTHING)));
  thin = min(thin, bitcast<vec4u>(f0) - 1u);
  few = min(few, select(e1, vec4i(-NOTHING), e1 == vec4i(NOTHING)));
  thin = min(thin, bitcast<vec4u>(f1) - 1u);
  var scale = max(max(most.x, most.y), max(most.z, most.w));
  if (scale != NOTHING) {
    atomicMax(&regionMost, u32(scale - NOTHING));
    atomicMax(&regionLeast, u32(-NOTHING - min(min(few.x, few.y), min(few.z, few.w))));
  }
  // a block of obstacles adds 0
  atomicMax(&regionThin, 0xffffffffu - min(min(thin.x, thin.y), min(thin.z, thin.w)));
  // gathers what all invocations found
  workgroupBarrier();
  let regionTop = i32(atomicLoad(&regionMost)) + NOTHING;
  let regionBottom = -NOTHING - i32(atomicLoad(&regionLeast));
  let thinnest = i32((0u - atomicLoad(&regionThin)) >> 23u) - 127;
  // A step makes no value larger than the largest value, and none but 0 smaller than the product of
  // the least value and the least factor. A region is calm if, with its largest value at 2^30, its
  // least value after all steps is at least 2^-90. That is 36 powers of two above the end of f32,
  // more than sums and products lose. A calm region has one scale and needs no check.
  let calm = regionTop != NOTHING && regionBottom - regionTop + i32(steps) * thinnest >= -120;
  // the largest value becomes about 2^30
  if (calm) { scale = regionTop; }
  if (scale != NOTHING) { scale -= 30; }
  var wrong = false;
  var zeros = false;
  // the least factor but 0, 1 for a block of obstacles
  var lowFactor = 1f;
  let thin0 = min(min(thin.x, thin.y), min(thin.z, thin.w));
  if (thin0 != 0xffffffffu) { lowFactor = bitcast<f32>(thin0 + 1u); }
  // no values are known beyond the region, so factors are 0 there
  let atWest = cx == 0u;
  let atEast = cx == LX - 1u;
  // the least value of the block but 0, 1 if all values are 0
  var least = 1f;
  var bits0 = vec4u(0xffffffffu);
  v0 =
    scaled(v0, e0 - scale); wrong = wrong || any((v0 == vec4f()) & (e0 != vec4i(NOTHING)));
  bits0 = min(bits0, bitcast<vec4u>(v0) - 1u);
  v1 =
    scaled(v1, e1 - scale); wrong = wrong || any((v1 == vec4f()) & (e1 != vec4i(NOTHING)));
  bits0 = min(bits0, bitcast<vec4u>(v1) - 1u);
  let first0 = min(min(bits0.x, bits0.y), min(bits0.z, bits0.w));
  if (first0 != 0xffffffffu) { least = bitcast<f32>(first0 + 1u); }
  var scaleN = select(0f, 1f, calm); var scaleS = scaleN;
  var scaleW = select(scaleN, 0f, atWest); var scaleE = select(scaleN, 0f, atEast);
  var scaleNW = scaleW; var scaleNE = scaleE; var scaleSW = scaleW; var scaleSE = scaleE;
  var lowestScale = 1f;

  let edge = 1u + (1u + cy * ROWS) * LX + cx;
  let rim = cy * LX + cx;
  for (var s = 0u; s < steps; s++) {
    // 'nothing' is 0, but a compiler cannot know. If the words of goals and cares were the same in
    // every step, it would expand them ahead of the loop, to a register per cell.
    let nothing = s & params.nought;
    let goal0 = g0 | nothing;
    let care0 = c0 | nothing;
    let e = (s & 1u) * EDGES + edge - LX;
    let r = (s & 1u) * RIMS + rim;
    first[e + 16u] = v0.x; last[e + 16u] = v0.w;
    first[e + 32u] = v1.x; last[e + 32u] = v1.w;
    top[r] = v0;
    bottom[r + LX] = v1;
    if (!calm) { blockScale[(s & 1u) * SCALES + scaleAt(cx, cy)] = scale; }
    // publishes the edges of all blocks; the next step overwrites the edges of the step before,
    // which all invocations have read
    workgroupBarrier();

    let q = (s & 1u) * SCALES + scaleAt(cx, cy);
    var stale = !calm && (s == 0u || atomicLoad(&rescaled) >= s);
    if (scale == NOTHING) {
      scale = arriving(e, r, q, cx);
      stale = true;
      if (scale != NOTHING) { atomicStore(&rescaled, s + 1u); }
    }
    if (stale) {
      scaleN = factorTo(scale, blockScale[q - SCALE_PITCH]);
      scaleS = factorTo(scale, blockScale[q + SCALE_PITCH]);
      scaleW = select(factorTo(scale, blockScale[q - 1u]), 0f, atWest);
      scaleE = select(factorTo(scale, blockScale[q + 1u]), 0f, atEast);
      scaleNW = select(factorTo(scale, blockScale[q - SCALE_PITCH - 1u]), 0f, atWest);
      scaleNE = select(factorTo(scale, blockScale[q - SCALE_PITCH + 1u]), 0f, atEast);
      scaleSW = select(factorTo(scale, blockScale[q + SCALE_PITCH - 1u]), 0f, atWest);
      scaleSE = select(factorTo(scale, blockScale[q + SCALE_PITCH + 1u]), 0f, atEast);
      lowestScale = min(min(scaleN, scaleS), min(
        select(min(scaleW, min(scaleNW, scaleSW)), 1f, atWest),
        select(min(scaleE, min(scaleNE, scaleSE)), 1f, atEast)));
    }
    // values other than 0 are at least 2^-110: times 2^-16 they are still normal (2^-126)
    var faint = 1f;
    if (lowestScale * lowFactor < 0x1p-16) {
      faint = faintest(e, r, cx, array<f32, 8>(scaleN, scaleS, scaleW, scaleE, scaleNW, scaleNE,
        scaleSW, scaleSE), &wrong);
    }
    let lost = faint <= 0x1p-126;
    var above = bottom[r] * scaleN;
    let down = top[r + LX] * scaleS;
    var l0 = last[e - 1u] * scaleNW; var l1 = last[e + LX - 1u] * scaleW;
    var r0 = first[e + 1u] * scaleNE; var r1 = first[e + LX + 1u] * scaleE;
    {
      let below = v1;
      let ends = above + below;
      let l2 = last[e + 16u + LX - 1u] * scaleW; let r2 = first[e + 16u + LX + 1u] * scaleE;
      let column = ends + v0;
      let west = vec4f((l0 + l2) + l1, column.xyz);
      let east = vec4f(column.yzw, (r0 + r2) + r1);
      l0 = l1; l1 = l2; r0 = r1; r1 = r2;
      // the stencil's sum (src/types.ts)
      var value = (((west + east) + ends)) * f0;
      above = v0;
      if (goals != 0u) {
        value =
          select(value, v0, ((vec4u(goal0 >> 0u) & vec4u(1u, 2u, 4u, 8u)) != vec4u()));
      }
      v0 = value;
    }
    {
      let below = down;
      let ends = above + below;
      let l2 = last[e + 32u + LX - 1u] * scaleSW; let r2 = first[e + 32u + LX + 1u] * scaleSE;
      let column = ends + v1;
      let west = vec4f((l0 + l2) + l1, column.xyz);
      let east = vec4f(column.yzw, (r0 + r2) + r1);
      l0 = l1; l1 = l2; r0 = r1; r1 = r2;
      // the stencil's sum (src/types.ts)
      var value = (((west + east) + ends)) * f1;
      above = v1;
      if (goals != 0u) {
        value =
          select(value, v1, ((vec4u(goal0 >> 4u) & vec4u(1u, 2u, 4u, 8u)) != vec4u()));
      }
      v1 = value;
    }

    if (!calm) {
    // A value from a block of a far larger scale may be infinite here. Infinity times the factor of
    // an obstacle, 0, is NaN, which min and max may leave out.
    v0 = select(v0, vec4f(), f0 == vec4f());
    v1 = select(v1, vec4f(), f1 == vec4f());
    var low = v0;
    var high = v0;
    low = min(low, v1); high = max(high, v1);
    let lowest = min(min(low.x, low.y), min(low.z, low.w));
    let highest = max(max(high.x, high.y), max(high.z, high.w));
    zeros = lowest == 0f;
    var leastNow = lowest;
    if (zeros && (highest > 0f)) {
      // the least value but 0
      var bits = vec4u(0xffffffffu);
      bits = min(bits, bitcast<vec4u>(v0) - 1u);
      bits = min(bits, bitcast<vec4u>(v1) - 1u);
      leastNow = bitcast<f32>(min(min(bits.x, bits.y), min(bits.z, bits.w)) + 1u);
    }
    // a comparison with NaN is false
    wrong = wrong || !(highest <= 0x1p100) || (highest > 0f && leastNow < 0x1p-110);
    // In a sum at most 8 values below 2^-126 underflowed. They change no sum of values that are at
    // least 2^-60: half a unit in the last place of such a value is 2^-84 or more.
    if (lost) { wrong = wrong || leastNow < 0x1p-60 || least < 0x1p-60; }
    // A product below 2^-126 may have become 0 and left no trace. A sum is at least the least value
    // in it, so the least value times the least factor tells whether a product can be so small.
    if (zeros && min(least, faint) * lowFactor <= 0x1p-126) { wrong = true; }
    least = select(leastNow, 1f, highest == 0f);
    // 2^40 is far from the end of f32: a sum of eight values is at most 2^43. Values of at least
    // 2^-86 stay at or above 2^-110 when the scale rises by 24
    if (highest > 0x1p40) {
      wrong = wrong || least < 0x1p-86;
      scale += 24;
      least *= 0x1p-24;
      v0 *= 0x1p-24;
      v1 *= 0x1p-24;
      atomicStore(&rescaled, s + 1u);
    }
    }
    else if (cares != 0u) {
      var low = v0;
      low = min(low, v1);
      zeros = min(min(low.x, low.y), min(low.z, low.w)) == 0f;
    }
    if (zeros && cares != 0u) {
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
      let window = windows(v0, scale);
      result[2u * at] = bitcast<vec4u>(unscaled(v0, scale, window));
      result[2u * at + 1u] = bitcast<vec4u>(window);
      some |= select(0u, 1u, any(v0 != vec4f()));
    }
    if (cy * ROWS + 1u - STEPS < TILE_HEIGHT && y0 + 1u < params.height) {
      let at = base + (y0 + 1u) * params.pitch + x4;
      let window = windows(v1, scale);
      result[2u * at] = bitcast<vec4u>(unscaled(v1, scale, window));
      result[2u * at + 1u] = bitcast<vec4u>(window);
      some |= select(0u, 1u, any(v1 != vec4f()));
    }
  }
  if (stored && goals != 0u) { some |= 4u; }
  if (wrong) { some |= 8u; }
  if (some != 0u) { atomicOr(&gathered, some); }
  if (lacking != 0u) { atomicOr(&missing, lacking); }
  // gathers what all invocations found
  workgroupBarrier();
  if (lane == 0u) {
    var flag = atomicLoad(&gathered);
    if (flag > 7u) {
      leaveToCareful(tile);
      flags[flagsAfter + tile] = 5u;
      return;
    }

    let bits = atomicLoad(&missing);
    if (bits != 0u) {
      reportMissing(layer, bits);
      flag |= select(0u, 2u, (bits & (1u << (steps - 1u))) != 0u);
    }
    flags[flagsAfter + tile] = flag;
  }
}
