// Method 'steady' by a multigrid: it finds T = factor * (sum of neighbours + centre * T) with the
// goals given. Scent falls by hundreds of powers of ten over a map, and the relative error must be
// small in every cell. So corrections multiply instead of adding (aggregation and disaggregation:
// Takahashi, 1975; many levels: Horton and Leutenegger, 1994). `cycles` of steady.ts makes a
// multigrid for each run of cycles and frees it at the end.
//
// Cells are f64 with a scale per block of 16. Where the cells of a block lie too far apart for one
// scale (mazes, terrain near 0), the sweeps of sweeps.ts do the work.
//
//   cell-arrays.ts    the cells and the boxes of 2 x 2 cells, in memory
//   aggregates.ts     how nodes become the groups of the next level
//   level-records.ts  the levels in memory

import { groupNodes, type Level } from './aggregates.ts';
import { type BoxNodes, layOutCells } from './cell-arrays.ts';
import { type HeldBlocks, holdBlocks } from './held-blocks.ts';
import { createLevelRecords, type LevelRecord, type LevelRecords } from './level-records.ts';
import type { Solving } from './solving.ts';

/** A layer being solved by the kernels. */
export interface Multigrid {
  /**
   * One W-cycle; returns the largest relative change of a cell, or undefined where the cells of a
   * block no longer fit one scale.
   */
  cycle(): number | undefined;
  /** Writes the values of the last cycle to a field. */
  write(field: number, rules: number): void;
  free(): void;
}

/** Visits to each coarser level: a W-cycle. */
const VISITS = 2;
/** Cycles of each level of the nested iteration. */
const NESTED_CYCLES = 2;
/** A level with at most this number of nodes is the last. */
const FEW_NODES = 8;
/** An edge inside of a group, as in assembly/steady/levels.ts. */
const INSIDE = 0xffffffff;

/**
 * Starts from `guess`, a field in which every cell that a goal reaches has scent. Without `guess`,
 * starts from coarser maps (nested iteration). Undefined where scent differs too much within 16
 * cells of a row.
 */
export function createMultigrid(
  solving: Solving,
  guess?: { readonly field: number; readonly rowBytes: number },
): Multigrid | undefined {
  const held = holdBlocks(solving.blocks);
  try {
    return buildMultigrid(solving, held, guess);
  } catch (error) {
    // memory ended
    held.free();
    throw error;
  }
}

function buildMultigrid(
  solving: Solving,
  held: HeldBlocks,
  guess: { readonly field: number; readonly rowBytes: number } | undefined,
): Multigrid | undefined {
  const { arena, kernels, model } = solving;
  const eight = +(model.map.neighbours === 8);
  const boxes = layOutCells(solving, held);
  const records = createLevelRecords(arena, held);
  const finest = records.add(boxes.count, boxes.count * 8);
  const { first, head, weight, diagonal, inflow, unit } = finest;
  kernels.cellsBindRows(first, head, weight, diagonal, inflow, unit);
  const edges = kernels.cellsRestrict(1, eight);
  buildLevels(solving, boxes, edges, finest, records);
  kernels.levelsBind(records.address, records.count);

  const smooth = (): void => {
    kernels.cellsSweep(1, eight);
    kernels.cellsSweep(0, eight);
  };
  if (guess === undefined) {
    kernels.levelBases();
    kernels.levelsNested(NESTED_CYCLES, VISITS);
    kernels.cellsFill(finest.t, finest.scale);
  } else kernels.cellsRead(guess.field, guess.rowBytes);
  if (kernels.cellsNormalise() === 0) {
    held.free();
    return undefined;
  }
  smooth();

  return {
    cycle() {
      kernels.cellsKeep();
      smooth();
      kernels.cellsRestrict(0, eight);
      const doubles = new Float64Array(arena.memory.buffer);
      doubles.fill(1, finest.u / 8, finest.u / 8 + boxes.count);
      kernels.levelCycle(0, VISITS);
      kernels.cellsCorrect(finest.u);
      if (kernels.cellsNormalise() === 0) return undefined;
      smooth();
      return kernels.cellsChange();
    },
    write: (field, rules) => kernels.cellsWrite(field, rules),
    free: held.free,
  };
}

/**
 * Groups nodes until few are left. Writes the edges of each level, and the group and slot of every
 * node and edge of the finer one.
 */
function buildLevels(
  { arena, model: { map } }: Solving,
  { count: nodes, x, y }: BoxNodes,
  edges: number,
  finest: LevelRecord,
  records: LevelRecords,
): void {
  const words = arena.words();
  words[finest.first / 4 + nodes] = edges;
  const part = (address: number, count: number): Uint32Array =>
    words.slice(address / 4, address / 4 + count);
  let fine: Level = {
    count: nodes,
    x,
    y,
    firstOut: part(finest.first, nodes + 1),
    head: part(finest.head, edges),
  };
  let record = finest;
  while (fine.count > FEW_NODES) {
    const { count, firstOut, head } = fine;
    const { group, level } = groupNodes({
      count,
      place: (v) => [fine.x[v], fine.y[v]],
      forEachNeighbour(v, visit) {
        for (let e = firstOut[v]; e < firstOut[v + 1]; e++) visit(head[e]);
      },
    });
    // A level that merged no nodes is kept as long as coordinates still halve: the next coarser one
    // may merge some.
    const shrinks = Math.max(map.width, map.height) >> records.count > 1;
    if (level.count === count && !shrinks) break;
    const coarse = records.add(level.count, level.head.length);
    const now = arena.words();
    now.set(group, record.group / 4);
    now.set(slotsOf(fine, group, level), record.slot / 4);
    now.set(level.firstOut, coarse.first / 4);
    now.set(level.head, coarse.head / 4);
    record = coarse;
    fine = level;
  }
}

/** The edge of the coarse level that each edge of the fine one is part of; `INSIDE` for none. */
function slotsOf({ count, firstOut, head }: Level, group: Uint32Array, coarse: Level): Uint32Array {
  const slots = new Uint32Array(head.length);
  for (let i = 0; i < count; i++) {
    const g = group[i];
    for (let e = firstOut[i]; e < firstOut[i + 1]; e++) {
      const other = group[head[e]];
      let slot = INSIDE;
      if (other !== g) {
        slot = coarse.firstOut[g];
        while (coarse.head[slot] !== other) slot++;
      }
      slots[e] = slot;
    }
  }
  return slots;
}
