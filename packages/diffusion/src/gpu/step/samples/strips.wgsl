enable subgroups;
// a workgroup is one subgroup, and no branch around an exchange of values diverges
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

const STEPS = 2u;
const HALO = 4u;
const TILE_WIDTH = 120u;
const TILE_HEIGHT = 16u;

fn bitsOf(nibble: u32) -> vec4<bool> {
  return (vec4u(nibble) & vec4u(1u, 2u, 4u, 8u)) != vec4u();
}

@compute @workgroup_size(32)
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tiles = params.tilesX * params.tilesY;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
  let steps = params.steps;

  // A tile is skipped if neither the tile nor its eight neighbours have scent, and if the tile has
  // none in the field that would be written over.
  let flagsBefore = (params.phase & 1u) * params.layers * tiles;
  let flagsAfter = params.layers * tiles - flagsBefore;
  var seen = 0u;
  for (var n = lane; n < 10u; n += 32u) {
    let x = tileX + n % 3u - 1u;
    let y = tileY + n / 3u - 1u;
    if (n == 9u) { seen |= flags[flagsAfter + tile] & 1u; }
    else if (x < params.tilesX && y < params.tilesY) {
      seen |= flags[flagsBefore + layer * tiles + y * params.tilesX + x] & 5u;
    }
  }
  let nearby = subgroupOr(seen);
  if ((nearby & 1u) == 0u) {
    if (lane == 0u) {
      let flag = flags[flagsBefore + tile];
      flags[flagsAfter + tile] = flag;
    }
    return;
  }

  // in u32, columns left of 0 lie beyond the pitch and rows above 0 beyond the height
  let x4 = tileX * (TILE_WIDTH / 4u) + lane - HALO / 4u;
  let inX = x4 < params.pitch;
  let start = tileY * TILE_HEIGHT;
  let rows = min(TILE_HEIGHT, params.height - start);
  let stored = inX && 4u * lane >= HALO && 4u * lane < HALO + TILE_WIDTH;
  let base = layer * params.pitch * params.height;
  let plane = planeOf(layer) * params.pitch * params.height;
  // the row that comes in
  var row = start - STEPS;
  // the rows loaded ahead (v) and their factors (w)
  var v0 = vec4f(); var w0 = vec4f();
  {
    let at = select(0u, (row + 0u) * params.pitch + x4, inX && row + 0u < params.height);
    v0 = bitcast<vec4f>(source[base + at]);
    w0 = factors[plane + at];
  }
  // of each step its two latest rows (p the older, q the newer); the factors of the latest rows (f)
  var p0 = vec4f(); var q0 = vec4f(); var f0 = vec4f();
  var p1 = vec4f(); var q1 = vec4f(); var f1 = vec4f();
  var some = vec4u();
  var kept = 0u;

  if ((nearby & 4u) == 0u && steps == STEPS) {

  for (var i = 0u; i < rows + 4u; i += 2u) {
    {
      let inMap = inX && row + 0u < params.height;
      let n0 = select(vec4f(), v0, inMap);
      let fresh = select(vec4f(), w0, inMap);
      let at = select(0u, (row + 1u) * params.pitch + x4, inX
        && row + 1u < params.height);
      v0 = bitcast<vec4f>(source[base + at]);
      w0 = factors[plane + at];
      // step 1, for the row that is 1 rows above the row that came in
      var n1: vec4f;
      {
        let above = p0;
        let below = n0;
        let ends = above + below;
        let column = ends + q0;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n1 = (((west + east) + ends)) * f1;
        p0 = q0;
        q0 = n0;
      }
      // step 2, for the row that is 2 rows above the row that came in
      var n2: vec4f;
      {
        let above = p1;
        let below = n1;
        let ends = above + below;
        let column = ends + q1;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n2 = (((west + east) + ends)) * f0;
        p1 = q1;
        q1 = n1;
      }
      f0 = fresh;
      // only rows of the tile are stored, not those above or below it
      if (stored && i + 0u - 4u < rows) {
        result[base + (row + 0u - STEPS) * params.pitch + x4] = bitcast<vec4u>(n2);
        some |= bitcast<vec4u>(n2);
      }
    }
    {
      let inMap = inX && row + 1u < params.height;
      let n0 = select(vec4f(), v0, inMap);
      let fresh = select(vec4f(), w0, inMap);
      let at = select(0u, (row + 2u) * params.pitch + x4, inX
        && row + 2u < params.height);
      v0 = bitcast<vec4f>(source[base + at]);
      w0 = factors[plane + at];
      // step 1, for the row that is 1 rows above the row that came in
      var n1: vec4f;
      {
        let above = p0;
        let below = n0;
        let ends = above + below;
        let column = ends + q0;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n1 = (((west + east) + ends)) * f0;
        p0 = q0;
        q0 = n0;
      }
      // step 2, for the row that is 2 rows above the row that came in
      var n2: vec4f;
      {
        let above = p1;
        let below = n1;
        let ends = above + below;
        let column = ends + q1;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n2 = (((west + east) + ends)) * f1;
        p1 = q1;
        q1 = n1;
      }
      f1 = fresh;
      // only rows of the tile are stored, not those above or below it
      if (stored && i + 1u - 4u < rows) {
        result[base + (row + 1u - STEPS) * params.pitch + x4] = bitcast<vec4u>(n2);
        some |= bitcast<vec4u>(n2);
      }
    }
    row += 2u;
  }
  } else {
    let maskBase = layer * params.maskPitch * params.height + (min(x4, params.pitch - 1u) >> 3u);
    let maskShift = 4u * (x4 & 7u);
    // goals: bits of goals, which keep their values; 4 bits a row, the latest row in the low bits.
    // passed: all bits of the rows of steps that the dispatch does not do, whose cells keep theirs
    var goals = 0u;
    let passed = select(0u, 0xffffffffu << ((4u * steps) & 31u), steps < 8u);

  for (var i = 0u; i < rows + 4u; i += 2u) {
    {
      let inMap = inX && row + 0u < params.height;
      let n0 = select(vec4f(), v0, inMap);
      let fresh = select(vec4f(), w0, inMap);
      let at = select(0u, (row + 1u) * params.pitch + x4, inX
        && row + 1u < params.height);
      v0 = bitcast<vec4f>(source[base + at]);
      w0 = factors[plane + at];
      let held = goals | passed;
      // step 1, for the row that is 1 rows above the row that came in
      var n1: vec4f;
      {
        let above = p0;
        let below = n0;
        let ends = above + below;
        let column = ends + q0;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n1 = (((west + east) + ends)) * f1;
        if (extractBits(held, 0u, 4u) != 0u) {
          n1 = select(n1, q0, bitsOf(held >> 0u));
        }
        p0 = q0;
        q0 = n0;
      }
      // step 2, for the row that is 2 rows above the row that came in
      var n2: vec4f;
      {
        let above = p1;
        let below = n1;
        let ends = above + below;
        let column = ends + q1;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n2 = (((west + east) + ends)) * f0;
        if (extractBits(held, 4u, 4u) != 0u) {
          n2 = select(n2, q1, bitsOf(held >> 4u));
        }
        p1 = q1;
        q1 = n1;
      }
      f0 = fresh;
      {
        let word = select(0u, (row + 0u) * params.maskPitch, inMap);
        let bits = select(0u, (masks[maskBase + word] >> maskShift) & 15u, inMap);
        goals = (goals << 4u) | bits;
        kept |= bits;
      }
      // only rows of the tile are stored, not those above or below it
      if (stored && i + 0u - 4u < rows) {
        result[base + (row + 0u - STEPS) * params.pitch + x4] = bitcast<vec4u>(n2);
        some |= bitcast<vec4u>(n2);
      }
    }
    {
      let inMap = inX && row + 1u < params.height;
      let n0 = select(vec4f(), v0, inMap);
      let fresh = select(vec4f(), w0, inMap);
      let at = select(0u, (row + 2u) * params.pitch + x4, inX
        && row + 2u < params.height);
      v0 = bitcast<vec4f>(source[base + at]);
      w0 = factors[plane + at];
      let held = goals | passed;
      // step 1, for the row that is 1 rows above the row that came in
      var n1: vec4f;
      {
        let above = p0;
        let below = n0;
        let ends = above + below;
        let column = ends + q0;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n1 = (((west + east) + ends)) * f0;
        if (extractBits(held, 0u, 4u) != 0u) {
          n1 = select(n1, q0, bitsOf(held >> 0u));
        }
        p0 = q0;
        q0 = n0;
      }
      // step 2, for the row that is 2 rows above the row that came in
      var n2: vec4f;
      {
        let above = p1;
        let below = n1;
        let ends = above + below;
        let column = ends + q1;
        let west = vec4f(subgroupShuffleUp(column.w, 1u), column.xyz);
        let east = vec4f(column.yzw, subgroupShuffleDown(column.x, 1u));
        // the stencil's sum (src/types.ts)
        n2 = (((west + east) + ends)) * f1;
        if (extractBits(held, 4u, 4u) != 0u) {
          n2 = select(n2, q1, bitsOf(held >> 4u));
        }
        p1 = q1;
        q1 = n1;
      }
      f1 = fresh;
      {
        let word = select(0u, (row + 1u) * params.maskPitch, inMap);
        let bits = select(0u, (masks[maskBase + word] >> maskShift) & 15u, inMap);
        goals = (goals << 4u) | bits;
        kept |= bits;
      }
      // only rows of the tile are stored, not those above or below it
      if (stored && i + 1u - 4u < rows) {
        result[base + (row + 1u - STEPS) * params.pitch + x4] = bitcast<vec4u>(n2);
        some |= bitcast<vec4u>(n2);
      }
    }
    row += 2u;
  }
    if (!stored) { kept = 0u; }
  }

  let flag = subgroupOr(select(0u, 1u, any(some != vec4u())) | select(0u, 4u, kept != 0u));
  if (lane == 0u) {
    flags[flagsAfter + tile] = flag;
  }
}
