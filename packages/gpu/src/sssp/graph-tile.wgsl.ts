// One workgroup relaxes a waiting tile of a graph. The labels of the tile go to workgroup memory
// and are relaxed there until nothing changes (Bellman-Ford; each invocation has some nodes of the
// tile, with their first four arcs in registers). Then lowered labels go back to storage, and along
// the arcs that leave the tile. Labels only fall and end at their minimum, so the order does not
// matter.
import { paramsWgsl, roundsWgsl, takeTileWgsl } from './rounds.wgsl.ts';

/** Set in the head of an arc that leaves its tile; such arcs are the last of their row. */
export const LEAVES = 0x80000000;

// The packed arcs of a slot, three planes of `slots` pairs of words:
//   heads 0 and 1, heads 2 and 3 (positions in the tile, 15 bits each in a half word; tiles have at
//   most 8,192 nodes, see `tileNodes` in tuning.ts);
//   weights 0 and 1 (bits); weights 2 and 3. A missing arc leads to its own tail with weight
//   Infinity. Two bits of the first word are flags:
/** The node has further arcs inside the tile, from the fifth in its row on. */
export const HAS_MORE = 0x8000;
/** The node has arcs that leave the tile. */
export const HAS_LEAVING = 0x80000000;

const kernel = /* wgsl */ `
override WORKGROUP_SIZE: u32;
override SWEEPS: u32;      // sweeps over the tile between two checks for the end
override SLOTS_PER_TILE: u32 = WORKGROUP_SIZE * NODES_PER_INVOCATION;

const LEAVES = 0x80000000u;
const HAS_MORE = 0x8000u;
const HAS_LEAVING = 0x80000000u;

@group(0) @binding(6) var<storage, read> firstArc: array<u32>;  // slots + 1 entries
@group(0) @binding(7) var<storage, read> arcs: array<vec2u>;    // head slot, bits of the weight
@group(0) @binding(8) var<storage, read> packed: array<vec2u>;  // three planes: graph-tile.wgsl.ts

var<workgroup> label: array<atomic<u32>, SLOTS_PER_TILE>;
var<workgroup> busy: array<atomic<u32>, 2>;
var<workgroup> goOn: u32;

fn plus(d: u32, weight: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(d) + bitcast<f32>(weight));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn relaxTiles(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3u,
  @builtin(num_workgroups) workgroups: vec3u,
) {
  let round = openRound(local, workgroup.x);
  if (workgroup.x == 0u) { clearLeast(local, WORKGROUP_SIZE); }
  for (var i = workgroup.x; i < round.y; i += workgroups.x) {
    let entry = takeTile(local, round.x, i);
    if (entry == NONE) { continue; }
    let source = entry / params.tiles;
    let tile = entry - source * params.tiles;
    relaxTile(local, round.x, source, tile);
    // the next tile takes the place of this one in workgroup memory
    workgroupBarrier();
  }
}

fn relaxTile(local: u32, round: u32, source: u32, tile: u32) {
  let first = tile * SLOTS_PER_TILE;
  let base = source * params.slots;
  var before: array<u32, NODES_PER_INVOCATION>;   // relaxedLabel of earlier rounds
  var relaxed: array<u32, NODES_PER_INVOCATION>;  // label with which the node was last relaxed
  var heads: array<vec2u, NODES_PER_INVOCATION>;
  var weights: array<vec4u, NODES_PER_INVOCATION>;
  for (var k = 0u; k < NODES_PER_INVOCATION; k++) {
    let v = local + k * WORKGROUP_SIZE;
    atomicStore(&label[v], atomicLoad(&dist[base + first + v]));
    before[k] = relaxedLabel[base + first + v];
    relaxed[k] = before[k];
    heads[k] = packed[first + v];
    weights[k] = vec4u(packed[params.slots + first + v], packed[2u * params.slots + first + v]);
  }
  if (local == 0u) {
    atomicStore(&busy[0], 0u);
    atomicStore(&busy[1], 0u);
  }
  // publishes the labels to all invocations
  workgroupBarrier();

  // Bound: after sweep k the labels of paths of up to k arcs inside the tile are final.
  for (var check = 0u; check < SLOTS_PER_TILE + 2u; check++) {
    for (var sweep = 0u; sweep < SWEEPS; sweep++) {
      var worked = false;
      for (var k = 0u; k < NODES_PER_INVOCATION; k++) {
        let d = atomicLoad(&label[local + k * WORKGROUP_SIZE]);
        if (d >= relaxed[k]) { continue; }
        relaxed[k] = d;
        worked = true;
        // four loads at once, then an atomic only for labels that fall
        let pair = heads[k];
        let h = vec4u(pair.x, pair.x >> 16u, pair.y, pair.y >> 16u) & vec4u(0x7fffu);
        let w = bitcast<vec4f>(weights[k]);
        let further = bitcast<vec4u>(vec4f(bitcast<f32>(d)) + w);
        let known = vec4u(
          atomicLoad(&label[h.x]),
          atomicLoad(&label[h.y]),
          atomicLoad(&label[h.z]),
          atomicLoad(&label[h.w]),
        );
        if (further.x < known.x) { atomicMin(&label[h.x], further.x); }
        if (further.y < known.y) { atomicMin(&label[h.y], further.y); }
        if (further.z < known.z) { atomicMin(&label[h.z], further.z); }
        if (further.w < known.w) { atomicMin(&label[h.w], further.w); }
        if ((heads[k].x & HAS_MORE) != 0u) {
          let slot = first + local + k * WORKGROUP_SIZE;
          let end = firstArc[slot + 1u];
          for (var a = firstArc[slot] + 4u; a < end; a++) {
            let arc = arcs[a];
            if ((arc.x & LEAVES) != 0u) { break; }
            atomicMin(&label[arc.x - first], plus(d, arc.y));
          }
        }
      }
      if (worked && sweep == SWEEPS - 1u) { atomicStore(&busy[check & 1u], 1u); }
      // publishes the labels that this sweep lowered to the next sweep
      workgroupBarrier();
    }
    // the sweeps end if the last one before this check relaxed nothing
    if (local == 0u) {
      goOn = atomicLoad(&busy[check & 1u]);
      // the other flag was last read before the last barrier
      atomicStore(&busy[(check + 1u) & 1u], 0u);
    }
    // uniform: all invocations leave the loop, which has barriers, together
    if (workgroupUniformLoad(&goOn) == 0u) { break; }
  }
  if (goOn != 0u && local == 0u) { atomicStore(&state[STUCK], 1u); }

  for (var k = 0u; k < NODES_PER_INVOCATION; k++) {
    if (relaxed[k] >= before[k]) { continue; }
    let d = relaxed[k];
    let slot = first + local + k * WORKGROUP_SIZE;
    relaxedLabel[base + slot] = d;
    // another tile may have lowered the label meanwhile, and then put this tile on the next list
    atomicMin(&dist[base + slot], d);
    if ((heads[k].x & HAS_LEAVING) == 0u) { continue; }
    let begin = firstArc[slot];
    for (var a = firstArc[slot + 1u]; a > begin; a--) {
      let arc = arcs[a - 1u];
      if ((arc.x & LEAVES) == 0u) { break; }
      let there = arc.x & ~LEAVES;
      let further = plus(d, arc.y);
      if (further >= atomicLoad(&dist[base + there])) { continue; }
      if (further < atomicMin(&dist[base + there], further)) {
        activate(round, source * params.tiles + there / SLOTS_PER_TILE, further);
      }
    }
  }
}
`;

/** The kernel `graph tile`. Entry point: relaxTiles. */
export function graphTileWgsl(nodesPerInvocation: number): string {
  return (
    `const NODES_PER_INVOCATION = ${nodesPerInvocation}u;\n` +
    paramsWgsl +
    roundsWgsl +
    takeTileWgsl +
    kernel
  );
}
