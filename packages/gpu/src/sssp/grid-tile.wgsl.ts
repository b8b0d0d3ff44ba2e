// One workgroup relaxes a waiting tile of a grid, as in graph-tile.wgsl.ts, with implicit arcs.
// Every step has a reverse step, so each cell reads its neighbours instead of writing to them. An
// invocation has some cells of one column; the labels of three columns that it reads serve all its
// cells.
//
// Labels of uniform grids are ticks and must not pass 2^32, so only labels below the window (2^31)
// are relaxed. The others wait until all labels below the window are final. That ends an epoch: the
// window is subtracted from the waiting labels, and final cells get label 0. The label 0 of a final
// cell lowers no waiting neighbour. A final cell was relaxed, so the neighbour's label was at most
// the cell's label, which was below the window, plus the step. Less the window, the neighbour's
// label is below the step, and 0 plus the step is not smaller.
import { gridWgsl, uniformStepsWgsl, weightedStepsWgsl } from './grid-steps.wgsl.ts';
import { paramsWgsl, roundsWgsl, takeTileWgsl } from './rounds.wgsl.ts';

const kernel = /* wgsl */ `
override SWEEPS: u32;      // sweeps over the tile between two checks for the end
override CELLS: u32 = TILE_WIDTH * TILE_HEIGHT;
override WORKGROUP_SIZE: u32 = CELLS / CELLS_PER_INVOCATION;

var<workgroup> label: array<atomic<u32>, CELLS>;
var<workgroup> busy: array<atomic<u32>, 2>;
var<workgroup> goOn: u32;

/**
 * The directions of the steps that stay inside the tile, from the cell at x, y of the tile. Masks:
 * 0xa2 is W SW NW, 0x51 E SE NE, 0xc8 N NE NW, 0x34 S SE SW.
 */
fn stepsInside(x: u32, y: u32) -> u32 {
  var leaving = select(0u, 0xa2u, x == 0u) | select(0u, 0x51u, x == TILE_WIDTH - 1u);
  leaving |= select(0u, 0xc8u, y == 0u) | select(0u, 0x34u, y == TILE_HEIGHT - 1u);
  return 0xffu & ~leaving;
}

/**
 * The label of a cell after a step from the neighbour in a direction. NONE unless the neighbour has
 * a label below the window and \`legal\` has the step of the cell in that direction: then the
 * neighbour has the step back, which costs \`step\`.
 */
fn after(neighbour: u32, step: u32, legal: u32, direction: u32) -> u32 {
  let ready = neighbour < params.window && (legal & (1u << direction)) != 0u;
  return select(NONE, plus(neighbour, step), ready);
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
    relaxTile(local, round.x, source, entry - source * params.tiles);
    // the next tile takes the place of this one in workgroup memory
    workgroupBarrier();
  }
}

fn relaxTile(local: u32, round: u32, source: u32, tile: u32) {
  let first = tile * CELLS;
  let base = source * params.slots;
  let x = local % TILE_WIDTH;
  let y = local / TILE_WIDTH * CELLS_PER_INVOCATION;
  // the columns beside column x; at an edge of the tile column x itself, to which no step leads
  let left = select(x - 1u, x, x == 0u);
  let right = select(x + 1u, x, x == TILE_WIDTH - 1u);

  var before: array<u32, CELLS_PER_INVOCATION>;  // relaxedLabel of earlier rounds
  var mine: array<u32, CELLS_PER_INVOCATION>;
  var legal: array<u32, CELLS_PER_INVOCATION>;   // bit d: the step in direction d stays inside
  var steps: array<vec2u, CELLS_PER_INVOCATION>;
  for (var k = 0u; k < CELLS_PER_INVOCATION; k++) {
    let v = (y + k) * TILE_WIDTH + x;
    mine[k] = atomicLoad(&dist[base + first + v]);
    before[k] = relaxedLabel[base + first + v];
    legal[k] = movesOf(first + v) & stepsInside(x, y + k);
    steps[k] = stepInto(first + v);
    atomicStore(&label[v], mine[k]);
  }
  if (local == 0u) {
    atomicStore(&busy[0], 0u);
    atomicStore(&busy[1], 0u);
  }
  // publishes the labels to all invocations
  workgroupBarrier();

  // Bound: after sweep k the labels of paths of up to k steps inside the tile are final.
  for (var check = 0u; check < CELLS + 2u; check++) {
    for (var sweep = 0u; sweep < SWEEPS; sweep++) {
      var worked = false;
      // rows beyond the edge are replaced by the edge row, to which no step leads
      let top = select(y - 1u, y, y == 0u) * TILE_WIDTH;
      var above = vec3u(
        atomicLoad(&label[top + left]),
        atomicLoad(&label[top + x]),
        atomicLoad(&label[top + right]),
      );
      var beside = vec3u(
        atomicLoad(&label[y * TILE_WIDTH + left]),
        mine[0],
        atomicLoad(&label[y * TILE_WIDTH + right]),
      );
      for (var k = 0u; k < CELLS_PER_INVOCATION; k++) {
        let row = min(y + k + 1u, TILE_HEIGHT - 1u) * TILE_WIDTH;
        let below = vec3u(
          atomicLoad(&label[row + left]),
          atomicLoad(&label[row + x]),
          atomicLoad(&label[row + right]),
        );
        let m = legal[k];
        let s = steps[k];
        var best = min(after(beside.z, s.x, m, 0u), after(beside.x, s.x, m, 1u));
        best = min(best, min(after(below.y, s.x, m, 2u), after(above.y, s.x, m, 3u)));
        best = min(best, min(after(below.z, s.y, m, 4u), after(below.x, s.y, m, 5u)));
        best = min(best, min(after(above.z, s.y, m, 6u), after(above.x, s.y, m, 7u)));
        if (best < mine[k]) {
          mine[k] = best;
          worked = true;
          atomicStore(&label[(y + k) * TILE_WIDTH + x], best);
        }
        above = vec3u(beside.x, mine[k], beside.z);
        beside = below;
      }
      if (worked && sweep == SWEEPS - 1u) { atomicStore(&busy[check & 1u], 1u); }
      // publishes the labels that this sweep lowered to the next sweep
      workgroupBarrier();
    }
    // the sweeps end if the last one before this check lowered nothing
    if (local == 0u) {
      goOn = atomicLoad(&busy[check & 1u]);
      // the other flag was last read before the last barrier
      atomicStore(&busy[(check + 1u) & 1u], 0u);
    }
    // uniform: all invocations leave the loop, which has barriers, together
    if (workgroupUniformLoad(&goOn) == 0u) { break; }
  }
  if (goOn != 0u && local == 0u) { atomicStore(&state[STUCK], 1u); }

  for (var k = 0u; k < CELLS_PER_INVOCATION; k++) {
    let d = mine[k];
    if (d >= before[k]) { continue; }
    let slot = first + (y + k) * TILE_WIDTH + x;
    // another tile may have lowered the label meanwhile, and then put this tile on the next list
    atomicMin(&dist[base + slot], d);
    if (d >= params.window) {
      atomicStore(&state[PENDING], 1u);
      continue;
    }
    relaxedLabel[base + slot] = d;
    let inside = stepsInside(x, y + k);
    if (inside == 0xffu) { continue; }
    var todo = movesOf(slot) & ~inside;
    let atX = i32(tile % params.tilesX * TILE_WIDTH + x);
    let atY = i32(tile / params.tilesX * TILE_HEIGHT + y + k);
    // Bound: the eight bits of todo, of which each round clears one.
    while (todo != 0u) {
      let direction = firstTrailingBit(todo);
      todo &= todo - 1u;
      let there = slotOf(u32(atX + stepX(direction)), u32(atY + stepY(direction)));
      let step = stepInto(there);
      let further = plus(d, select(step.x, step.y, direction > 3u));
      if (further >= atomicLoad(&dist[base + there])) { continue; }
      if (further < atomicMin(&dist[base + there], further)) {
        activate(round, source * params.tiles + there / CELLS, further);
      }
    }
  }
}
`;

/**
 * The kernel `grid tile`. Entry point: relaxTiles.
 *
 * @param cellsPerInvocation cells of an invocation, one above another
 */
export function gridTileWgsl(weighted: boolean, cellsPerInvocation: number): string {
  const steps = weighted ? weightedStepsWgsl : uniformStepsWgsl;
  const size = `const CELLS_PER_INVOCATION = ${cellsPerInvocation}u;\n`;
  return size + paramsWgsl + roundsWgsl + takeTileWgsl + gridWgsl + steps + kernel;
}
