// What pursuers do to the fields they walk on: goals of a layer where they stand, and factors that
// they dim. Marks are removed and written again by dispatches of their own. Invocations that write
// the same word write the same value, so their order does not matter.
import { MIN_TERRAIN } from '../../constants.ts';
import { fillTemplate } from '../template.ts';

/** Words of the parameters. */
export const MARK_WORDS = 16;

const KERNELS = /* wgsl */ `
struct Mark {
  width: u32,
  height: u32,
  pitch: u32,       // vectors of 4 cells in a row
  layers: u32,
  maskPitch: u32,
  tilesX: u32,
  tiles: u32,       // of a layer
  tileWidth: u32,
  tileHeight: u32,
  parity: u32,      // which flags the next dispatch reads
  layer: u32,
  count: u32,       // pursuers
  value: f32,       // of goals the strength; of modulations the part of the scent let through
  plane: u32,       // of the layer's factors
  terrain: u32,     // plane of the bare terrain
  rate: f32,
}
@group(0) @binding(0) var<uniform> mark: Mark;
@group(0) @binding(1) var<storage, read> position: array<u32>;
// the caller's own goals or modulations: their number, their cells ascending, their values (f32)
@group(0) @binding(2) var<storage, read> given: array<u32>;
@group(0) @binding(3) var<storage, read_write> masks: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> field: array<u32>;
@group(0) @binding(5) var<storage, read_write> factors: array<f32>;
@group(0) @binding(6) var<storage, read_write> flags: array<atomic<u32>>;
// regions: the region of each cell, 0xffffffff for obstacles; reached: 1 for regions with a goal
@group(0) @binding(7) var<storage, read> regions: array<u32>;
@group(0) @binding(8) var<storage, read_write> reached: array<u32>;

fn placeIn(plane: u32, cell: u32) -> u32 {
  return (plane * mark.height + cell / mark.width) * mark.pitch * 4u + cell % mark.width;
}

fn isOpen(cell: u32) -> bool { return factors[placeIn(0u, cell)] != 0f; }

/** The bits of the caller's own goal or modulation on a cell, 0 if there is none. */
fn givenTo(cell: u32) -> u32 {
  let count = given[0];
  var low = 0u;
  var high = count;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (given[1u + middle] < cell) { low = middle + 1u; } else { high = middle; }
  }
  if (low == count || given[1u + low] != cell) { return 0u; }
  return given[1u + count + low];
}

/** Sets a cell of the field to a strength, given by its bits, and wakes the tile. */
fn write(cell: u32, bits: u32) {
  let x = cell % mark.width;
  let y = cell / mark.width;
  let at = placeIn(mark.layer, cell);
#if log
  // a subnormal is shifted until its highest bit is the hidden bit of a normal number
  let shift = select(0u, countLeadingZeros(bits) - 8u, bits < 0x800000u);
  let e = select(i32(bits >> 23u) - 127, -126 - i32(shift), bits < 0x800000u);
  // division rounds down only above 0, so 2 windows are added before and taken off after
  let k = i32(u32(e + 192) / 96u) - 2;
  field[2u * at - (x & 3u)] = ((bits << shift) & 0x7fffffu) | (u32(e - 96 * k + 127) << 23u);
  field[2u * at - (x & 3u) + 4u] = bitcast<u32>(k);
#else
  field[at] = bits;
#end
  let tile = y / mark.tileHeight * mark.tilesX + x / mark.tileWidth;
  atomicOr(&flags[(mark.parity * mark.layers + mark.layer) * mark.tiles + tile], 5u);
}

fn maskWord(cell: u32) -> u32 {
  return (mark.layer * mark.height + cell / mark.width) * mark.maskPitch + cell % mark.width / 32u;
}

/** Removes the pursuers' goals from the cells where they stand; the caller's own goals stay. */
@compute @workgroup_size(256)
fn dropGoals(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < mark.count; i += groups.x * 256u) {
    let cell = position[i];
    let bits = givenTo(cell);
    if (bits != 0u) { write(cell, bits); }
    else { atomicAnd(&masks[maskWord(cell)], ~(1u << (cell % mark.width % 32u))); }
  }
}

/**
 * Sets a goal where each pursuer stands. Groups of pursuers with weaker goals are dispatched before
 * stronger ones, so the strongest goal stays.
 */
@compute @workgroup_size(256)
fn putGoals(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < mark.count; i += groups.x * 256u) {
    let cell = position[i];
    if (!isOpen(cell)) { continue; }
    // floats above 0 are ordered as their bits are
    write(cell, max(bitcast<u32>(mark.value), givenTo(cell)));
    atomicOr(&masks[maskWord(cell)], 1u << (cell % mark.width % 32u));
  }
}

/** Sets the factor of a cell (src/model/cell-factor.ts) to that of this modulation. */
fn dim(cell: u32, modulation: f32) {
  let terrain = factors[placeIn(mark.terrain, cell)];
  let through = max(terrain * modulation, {leastTerrain}f);
  factors[placeIn(mark.plane, cell)] = select(through * mark.rate, 0f, terrain == 0f);
}

fn givenFactor(cell: u32) -> f32 {
  let bits = givenTo(cell);
  return select(bitcast<f32>(bits), 1f, bits == 0u);
}

@compute @workgroup_size(256)
fn dropFactors(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < mark.count; i += groups.x * 256u) {
    let cell = position[i];
    dim(cell, givenFactor(cell));
  }
}

/**
 * Dims the cell where each pursuer stands. Groups of pursuers that let more scent through are
 * dispatched before others, so the least factor stays.
 */
@compute @workgroup_size(256)
fn putFactors(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < mark.count; i += groups.x * 256u) {
    let cell = position[i];
    dim(cell, min(givenFactor(cell), mark.value));
  }
}

fn reach(cell: u32) {
  // a cell may have closed since the regions were written
  if (isOpen(cell)) { reached[regions[cell]] = 1u; }
}

@compute @workgroup_size(256)
fn reachFromGiven(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var i = id.x; i < given[0]; i += groups.x * 256u) { reach(given[1u + i]); }
}

@compute @workgroup_size(256)
fn reachFromPursuers(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var i = id.x; i < mark.count; i += groups.x * 256u) { reach(position[i]); }
}

/** Writes the bit mask of the cells that a goal reaches, 32 cells per invocation. */
@compute @workgroup_size(256)
fn spread(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let words = mark.maskPitch * mark.height;
  for (var i = id.x; i < words; i += groups.x * 256u) {
    let y = i / mark.maskPitch;
    let x = 32u * (i % mark.maskPitch);
    var bits = 0u;
    for (var b = 0u; b < min(32u, mark.width - x); b++) {
      let cell = y * mark.width + x + b;
      if (isOpen(cell) && reached[regions[cell]] != 0u) { bits |= 1u << b; }
    }
    atomicStore(&masks[(mark.layers + mark.layer) * words + i], bits);
  }
}
`;

/** All kernels on marks, for fields of one precision; each entry point is a kernel. */
export function marksWgsl(log: boolean): string {
  return fillTemplate(KERNELS, { log, leastTerrain: MIN_TERRAIN });
}
