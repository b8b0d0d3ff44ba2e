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
  
  let steps = params.steps;

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
  var v1 = vec4f(); var f1 = vec4f();
  // bits of the cells that are goals (g) and that must get scent (c)
  var g0 = 0u;
  let maskBase = layer * params.maskPitch * params.height + (x4 >> 3u);
  let maskShift = 4u * (x4 & 7u);
  // loads without branches, so that all of them are under way at once; invocations beyond the map
  // load cell 0
  let in0 = x4 < params.pitch && y0 + 0u < params.height;
  let at0 = select(0u, (y0 + 0u) * params.pitch + x4, in0);
  let word0 = select(0u, maskBase + (y0 + 0u) * params.maskPitch, in0);
  f0 = factors[plane + at0];
  v0 = bitcast<vec4f>(source[base + at0]);
  let in1 = x4 < params.pitch && y0 + 1u < params.height;
  let at1 = select(0u, (y0 + 1u) * params.pitch + x4, in1);
  let word1 = select(0u, maskBase + (y0 + 1u) * params.maskPitch, in1);
  f1 = factors[plane + at1];
  v1 = bitcast<vec4f>(source[base + at1]);
  f0 = select(vec4f(), f0, in0);
  v0 = select(vec4f(), v0, in0);
  f1 = select(vec4f(), f1, in1);
  v1 = select(vec4f(), v1, in1);

  // most tiles have no goals near them
  if ((nearby & 4u) != 0u) {
    g0 |= select(0u, ((masks[word0] >> maskShift) & 15u) << 0u, in0);
    g0 |= select(0u, ((masks[word1] >> maskShift) & 15u) << 4u, in1);
  }
  let goals = g0;
  // the columns and rows of this block that are stored
  let column = 4u * cx;
  let stored = column >= HALO_X && column < HALO_X + TILE_WIDTH && x4 < params.pitch;

  let edge = 1u + (1u + cy * ROWS) * LX + cx;
  let rim = cy * LX + cx;
  for (var s = 0u; s < steps; s++) {
    // 'nothing' is 0, but a compiler cannot know. If the words of goals and cares were the same in
    // every step, it would expand them ahead of the loop, to a register per cell.
    let nothing = s & params.nought;
    let goal0 = g0 | nothing;
    let e = (s & 1u) * EDGES + edge - LX;
    let r = (s & 1u) * RIMS + rim;
    first[e + 16u] = v0.x; last[e + 16u] = v0.w;
    first[e + 32u] = v1.x; last[e + 32u] = v1.w;
    top[r] = v0;
    bottom[r + LX] = v1;
    // publishes the edges of all blocks; the next step overwrites the edges of the step before,
    // which all invocations have read
    workgroupBarrier();
    var above = bottom[r];
    let down = top[r + LX];
    var l0 = last[e - 1u]; var l1 = last[e + LX - 1u];
    var r0 = first[e + 1u]; var r1 = first[e + LX + 1u];
    {
      let below = v1;
      let ends = above + below;
      let l2 = last[e + 16u + LX - 1u]; let r2 = first[e + 16u + LX + 1u];
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
      let l2 = last[e + 32u + LX - 1u]; let r2 = first[e + 32u + LX + 1u];
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

  }

  var some = 0u;
  if (stored) {
    if (cy * ROWS + 0u - STEPS < TILE_HEIGHT && y0 + 0u < params.height) {
      let at = base + (y0 + 0u) * params.pitch + x4;
      result[at] = bitcast<vec4u>(v0);
      some |= select(0u, 1u, any(v0 != vec4f()));
    }
    if (cy * ROWS + 1u - STEPS < TILE_HEIGHT && y0 + 1u < params.height) {
      let at = base + (y0 + 1u) * params.pitch + x4;
      result[at] = bitcast<vec4u>(v1);
      some |= select(0u, 1u, any(v1 != vec4f()));
    }
  }
  if (stored && goals != 0u) { some |= 4u; }
  if (some != 0u) { atomicOr(&gathered, some); }
  // gathers what all invocations found
  workgroupBarrier();
  if (lane == 0u) {
    var flag = atomicLoad(&gathered);

    flags[flagsAfter + tile] = flag;
  }
}
