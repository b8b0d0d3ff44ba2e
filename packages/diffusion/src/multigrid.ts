// The field that steps tend to, by a multigrid method: T = factor * (sum of neighbours + centre * T) with the goals
// given. Scent falls by hundreds of powers of ten over a map, and must be right in every cell
// relative to itself; so corrections multiply instead of adding (aggregation and disaggregation: Takahashi,
// 1975; many levels: Horton and Leutenegger, 1994). Cells are f64 with an exponent per block of 16; where that
// does not hold them (mazes, terrain near 0), the sweeps of steady-front.ts do.

import type { Arena, Blocks } from '@wayfield/wasm';
import { groupNodes, type Level } from './aggregates.ts';
import { exponentOf } from './extended.ts';
import type { Kernels } from './kernels.ts';
import { forEachLoss } from './losses.ts';
import type { LayerState, ModelState } from './model-state.ts';

/** A layer being solved by the kernels. */
export interface Multigrid {
  /** One cycle; the largest relative change it made, or undefined where cells no longer fit. */
  cycle(): number | undefined;
  /** Writes what was found to a field. */
  write(field: number, rules: number): void;
  free(): void;
}

/** Visits to each coarser level. */
const VISITS = 2;
/** Words of a record of assembly/steady-levels.ts. */
const RECORD = 16;

/**
 * Starts from `guess`, a field that every cell has scent in, else from coarser maps (nested iteration). Undefined
 * where scent differs too much within 16 cells of a row.
 */
export function createMultigrid(
  arena: Arena,
  blocks: Blocks,
  kernels: Kernels,
  model: ModelState,
  state: LayerState,
  guess?: { readonly field: number; readonly rowBytes: number },
): Multigrid | undefined {
  const { width, height, neighbours } = model.map;
  const eight = neighbours === 8;
  const taken: number[] = [];
  const take = (bytes: number): number => {
    // few different sizes, so that blocks are found again when terrain has changed
    const step = 2 ** Math.max(4, Math.floor(Math.log2(bytes)) - 3);
    const address = blocks.allocate(Math.ceil(bytes / step) * step);
    taken.push(address);
    return address;
  };
  const free = (): void => {
    for (const address of taken) blocks.free(address);
  };

  const blockCount = Math.ceil(width / 16);
  const stride = blockCount * 128 + 32;
  const offsetStride = blockCount * 4 + 8;
  const values = take(stride * (height + 3)) + stride + 16;
  const inverses = take(stride * (height + 3)) + stride + 16;
  const oldValues = take(stride * height);
  const offsets = take(offsetStride * (height + 3)) + offsetStride + 4;
  const oldOffsets = take(offsetStride * height);
  const boxWidth = (width + 1) >> 1;
  const boxHeight = (height + 1) >> 1;
  const most = boxWidth * boxHeight;
  const boxBytes = (boxWidth + 2) * (boxHeight + 2) * 4;
  const boxes = take(boxBytes) + (boxWidth + 3) * 4;
  const scratch = take(1024);
  const active = state.active();
  const goalCount = active.cell.length;
  const goals = take(goalCount * 12);
  const places = take(most * 8);

  const doubles = (): Float64Array => new Float64Array(arena.memory.buffer);
  const words = arena.words();
  const floats = arena.floats();
  for (let i = 0; i < goalCount; i++) {
    const e = exponentOf(active.strength[i]);
    words[goals / 4 + i] = active.cell[i];
    floats[goals / 4 + goalCount + i] = active.strength[i] / 2 ** e;
    words[goals / 4 + 2 * goalCount + i] = e;
  }
  const cells = doubles();
  forEachLoss(model, state, (x, y, loss) => {
    const at = (y * stride) / 8 + x;
    cells[inverses / 8 + at] = 1 / loss;
    cells[values / 8 + at] = 1;
  });
  for (const cell of active.cell) {
    const x = cell % width;
    const at = ((cell - x) / width) * (stride / 8) + x;
    cells[inverses / 8 + at] = 0;
    cells[values / 8 + at] = 0;
  }

  kernels.fineBind(
    width,
    height,
    values,
    inverses,
    oldValues,
    offsets,
    oldOffsets,
    boxes,
    scratch,
    goals,
    goalCount,
  );
  // no node: those around the map too
  arena.bytes().fill(0xff, boxes - (boxWidth + 3) * 4, boxes - (boxWidth + 3) * 4 + boxBytes);
  const nodes = kernels.fineBoxes(places, places + most * 4);
  const records = take(RECORD * 4 * 40);
  let levels = 0;

  /** A level of `count` nodes and `edges` edges: the addresses of its arrays. */
  function takeLevel(count: number, edges: number): number[] {
    const n = Math.ceil(count / 2) * 16;
    const e = Math.ceil(edges / 2) * 16;
    const start = take(n * 8 + e * 3 + 64);
    let next = start;
    const part = (bytes: number): number => (next += bytes) - bytes;
    const weight = part(e);
    const baseWeight = part(e);
    const diagonal = part(n);
    const inflow = part(n);
    const u = part(n);
    const baseDiagonal = part(n);
    const baseInflow = part(n);
    const t = part(n);
    const unit = part(n / 2);
    const group = part(n / 2);
    const offset = part(n / 2);
    const head = part(e / 2);
    const slot = part(e / 2);
    const first = part(n / 2 + 16);
    return [
      count,
      first,
      head,
      weight,
      diagonal,
      inflow,
      unit,
      u,
      group,
      slot,
      baseWeight,
      baseDiagonal,
      baseInflow,
      t,
      offset,
      0,
    ];
  }
  const setRecord = (record: readonly number[]): void => {
    arena.words().set(record, records / 4 + RECORD * levels++);
  };

  const finest = takeLevel(nodes, nodes * 8);
  setRecord(finest);
  const [, first, head, weight, diagonal, inflow, unit, firstU] = finest;
  const edges = kernels.fineRestrict(true, eight, first, head, weight, diagonal, inflow, unit);
  arena.words()[first / 4 + nodes] = edges;

  let fine: Level = {
    count: nodes,
    x: new Int32Array(arena.words().slice(places / 4, places / 4 + nodes)),
    y: new Int32Array(arena.words().slice(places / 4 + most, places / 4 + most + nodes)),
    firstOut: arena.words().slice(first / 4, first / 4 + nodes + 1),
    head: arena.words().slice(head / 4, head / 4 + edges),
  };
  let record = finest;
  while (fine.count > 8) {
    const { count, x, y, firstOut, head: heads } = fine;
    const { group, level } = groupNodes({
      count,
      place: (v) => [x[v], y[v]],
      forEachNeighbour(v, visit) {
        for (let e = firstOut[v]; e < firstOut[v + 1]; e++) visit(heads[e]);
      },
    });
    if (level.count === count && Math.max(width, height) >> levels <= 1) break;
    const slots = new Uint32Array(heads.length);
    for (let i = 0; i < count; i++) {
      const g = group[i];
      for (let e = firstOut[i]; e < firstOut[i + 1]; e++) {
        const other = group[heads[e]];
        if (other === g) slots[e] = 0xffffffff;
        else {
          let s = level.firstOut[g];
          while (level.head[s] !== other) s++;
          slots[e] = s;
        }
      }
    }
    const coarse = takeLevel(level.count, level.head.length);
    const now = arena.words();
    now.set(group, record[8] / 4);
    now.set(slots, record[9] / 4);
    now.set(level.firstOut, coarse[1] / 4);
    now.set(level.head, coarse[2] / 4);
    setRecord(coarse);
    record = coarse;
    fine = level;
  }
  kernels.levelsBind(records, levels);
  if (guess === undefined) {
    kernels.levelBases();
    kernels.levelsNested(2, VISITS);
    kernels.fineFill(finest[13], finest[14]);
  } else kernels.fineRead(guess.field, guess.rowBytes);
  if (kernels.fineNormalise() === 0) {
    free();
    return undefined;
  }
  kernels.fineSweep(true, eight);
  kernels.fineSweep(false, eight);

  return {
    cycle() {
      kernels.fineKeep();
      kernels.fineSweep(true, eight);
      kernels.fineSweep(false, eight);
      kernels.fineRestrict(false, eight, first, head, weight, diagonal, inflow, unit);
      onesOf(doubles(), firstU, nodes);
      kernels.levelCycle(0, VISITS);
      kernels.fineCorrect(firstU);
      if (kernels.fineNormalise() === 0) return undefined;
      kernels.fineSweep(true, eight);
      kernels.fineSweep(false, eight);
      return kernels.fineChange();
    },
    write: (field, rules) => kernels.fineWrite(field, rules),
    free,
  };
}

function onesOf(doubles: Float64Array, address: number, count: number): void {
  doubles.fill(1, address / 8, address / 8 + count);
}
