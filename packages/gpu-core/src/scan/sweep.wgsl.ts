// Exclusive prefix sum in a single read of the input (Merrill & Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back", 2016): a workgroup publishes the sum of its tile, adds up
// what the tiles before have published, and publishes the sum up to its own end.
//
// WebGPU promises no progress between workgroups, so look-back must not wait for another one. A
// workgroup that has found a state missing SPINS + 1 times adds up that tile itself (Smith, Levien
// & Owens, "Decoupled Fallback", 2025). The input must not be the output: the workgroup of that
// tile may already have written its results there.
//
// PER_INVOCATION counts quads: four neighbouring words, whose sum is one value of scanTile.

/** The kernels of a scan in one pass; they follow teams, scanTile, blocks and the access. */
export const sweepKernels: string = /* wgsl */ `
// The state of a tile is two words, each with 16 bits of a sum: first the low, then the high ones.
// The two highest bits of a word are its kind: OWN for the sum of the tile (the aggregate), ALL for
// the sum of all tiles up to its end (the inclusive prefix). 0 is missing. Two words of different
// kinds are halves of different sums, so the state counts as missing.
const OWN = 0x40000000u;
const ALL = 0x80000000u;
const KIND = 0xc0000000u;
override SPINS: u32 = 64;
override LAST_FIRST: bool = false; // for tests: every look-back meets missing tiles
@group(0) @binding(2) var<storage, read_write> states: array<atomic<u32>>;

@compute @workgroup_size(WG)
fn clearStates(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < arrayLength(&states); i += groups.x * WG) { atomicStore(&states[i], 0u); }
}

fn publish(tile: u32, kind: u32, sum: u32) {
  atomicMax(&states[2u * tile], kind | (sum & 0xffffu));
  atomicMax(&states[2u * tile + 1u], kind | (sum >> 16u));
}

var<workgroup> sumBefore: u32;

/** The sum of a tile whose workgroup has not published it yet, by one team. */
fn sumMissed(tile: u32, length: u32) -> u32 {
  var sum = 0u;
  for (var q = lane; q < WG * PER_INVOCATION; q += teamSize) {
    let v = loadQuad(tile * WG * PER_INVOCATION + q, length);
    sum += v.x + v.y + v.z + v.w;
  }
  return reduceTeam(sum);
}

/** The sum of all tiles before this one, by one team; lane i looks at the tile i + 1 before end. */
fn lookBack(tile: u32, length: u32) -> u32 {
  var sum = 0u;
  var end = tile; // tiles not yet looked at
  // Bound: every round goes at least one tile back
  while (end > 0u) {
    let t = 2u * (end - 1u - min(lane, end - 1u));
    var low = 0u;
    var high = 0u;
    for (var spins = 0u; spins <= SPINS; spins++) {
      low = atomicLoad(&states[t]);
      high = atomicLoad(&states[t + 1u]);
      if (subgroupAll(low >= OWN && (low & KIND) == (high & KIND))) { break; }
    }
    let present = low >= OWN && (low & KIND) == (high & KIND);
    // the lane of the nearest tile whose state is missing, and of the nearest one of kind ALL
    let known = subgroupMin(select(lane, teamSize, present || lane >= end));
    let all = subgroupMin(select(teamSize, lane, present && low >= ALL && lane < end));
    let value = (low & 0xffffu) | (high << 16u);
    let counts = lane < min(end, min(known, all + 1u));
    sum += subgroupAdd(select(0u, value, counts));
    if (all < known) { break; }
    end -= min(end, known);
    if (known < teamSize && end > 0u) {
      end--;
      let missed = sumMissed(end, length);
      if (lane == 0u) { publish(end, select(OWN, ALL, end == 0u), missed); }
      sum += missed;
    }
  }
  return sum;
}

@compute @workgroup_size(WG)
fn sweepTiles(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  enterTeam(local);
  let length = actualLength();
  let size = WG * PER_INVOCATION * 4u;
  let tiles = (length + size - 1u) / size;
  // At most one round. With the body in a function, a scan on an H200 took a tenth longer.
  for (var turn = id.y * count.x + id.x; turn < tiles; turn += count.x * count.y) {
    let tile = select(turn, tiles - 1u - turn, LAST_FIRST);
    let first = tile * WG * PER_INVOCATION;
    var inside: array<vec4u, PER_INVOCATION>; // the quads, then exclusive prefix sums within each
    var sums: array<u32, PER_INVOCATION>;
    for (var k = 0u; k < PER_INVOCATION; k++) { inside[k] = loadQuad(first + placeOf(k), length); }
    for (var k = 0u; k < PER_INVOCATION; k++) {
      let v = inside[k];
      let xy = v.x + v.y;
      inside[k] = vec4u(0u, v.x, xy, xy + v.z);
      sums[k] = xy + v.z + v.w;
    }
    let own = scanTile(&sums);
    if (me == 0u) { publish(tile, select(OWN, ALL, tile == 0u), own); }
    if (teamIndex == 0u) {
      let before = lookBack(tile, length);
      if (lane == 0u) {
        sumBefore = before;
        if (tile > 0u) { publish(tile, ALL, before + own); }
      }
    }
    workgroupBarrier(); // publishes sumBefore
    let carry = sumBefore;
    for (var k = 0u; k < PER_INVOCATION; k++) {
      storeQuad(first + placeOf(k), inside[k] + vec4u(carry + sums[k]), length);
    }
  }
}
`;
