// The arcs out of a slot, for the frontier kernels: rowOf, arcAt, and keyOf, the value that a rule
// orders nodes by. `RULE` and its values are declared in frontier.wgsl.ts.
import { gridWgsl, uniformStepsWgsl, weightedStepsWgsl } from './grid-steps.wgsl.ts';

export const graphRowsWgsl = /* wgsl */ `
const LEAVES = 0x80000000u;

@group(0) @binding(6) var<storage, read> firstArc: array<u32>;  // slots + 1 entries
@group(0) @binding(7) var<storage, read> arcs: array<vec2u>;    // head slot, bits of the weight

fn plus(d: u32, weight: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(d) + bitcast<f32>(weight));
}
fn rowOf(slot: u32) -> vec2u { return vec2u(firstArc[slot], firstArc[slot + 1u]); }
fn arcAt(slot: u32, a: u32) -> vec2u {
  let arc = arcs[a];
  return vec2u(arc.x & ~LEAVES, arc.y);
}

/** The key of a node: its label; with ortega the label at the end of its cheapest arc out. */
fn keyOf(slot: u32, label: u32) -> u32 {
  if (RULE != ORTEGA) { return label; }
  var least = params.unreached;
  let row = rowOf(slot);
  for (var a = row.x; a < row.y; a++) { least = min(least, arcs[a].y); }
  return plus(label, least);
}
`;

const gridRows = /* wgsl */ `
fn rowOf(slot: u32) -> vec2u { return vec2u(0u, 8u); }

/** The slot that direction d leads to, and the step; NONE where the step is not legal. */
fn arcAt(slot: u32, d: u32) -> vec2u {
  if ((movesOf(slot) & (1u << d)) == 0u) { return vec2u(NONE, 0u); }
  let tile = slot / (TILE_WIDTH * TILE_HEIGHT);
  let cell = slot % (TILE_WIDTH * TILE_HEIGHT);
  let x = i32(tile % params.tilesX * TILE_WIDTH + cell % TILE_WIDTH) + stepX(d);
  let y = i32(tile / params.tilesX * TILE_HEIGHT + cell / TILE_WIDTH) + stepY(d);
  let there = slotOf(u32(x), u32(y));
  let step = stepInto(there);
  return vec2u(there, select(step.x, step.y, d > 3u));
}

/** The key of a cell: its label; with ortega the label at the end of its cheapest step out. */
fn keyOf(slot: u32, label: u32) -> u32 {
  if (RULE != ORTEGA) { return label; }
  var least = NONE;
  for (var d = 0u; d < 8u; d++) {
    let arc = arcAt(slot, d);
    if (arc.x != NONE) { least = min(least, arc.y); }
  }
  return select(plus(label, least), NONE - 1u, least == NONE);
}
`;

export const uniformGridRowsWgsl: string = gridWgsl + gridRows + uniformStepsWgsl;
export const weightedGridRowsWgsl: string = gridWgsl + gridRows + weightedStepsWgsl;
