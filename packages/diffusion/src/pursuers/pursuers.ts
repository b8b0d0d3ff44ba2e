// Pursuers on a model of the CPU: the roles of Repenning, "Collaborative diffusion" (2006).
// Pursuers that emit or modulate change the field; all pursuers climb it.
// assembly/pursuers/pursuers.ts does the ticks.

import { checkLength } from '@wayfield/check';
import type { Arena, Blocks } from '@wayfield/wasm';
import { checkCells } from '../model/check-input.ts';
import { checkPursuers, type PursuerLayers } from './check-pursuers.ts';
import type { Core } from '../model/core.ts';
import type { PursuerField } from '../model/layer-field.ts';
import { MOST_THREADS } from '../model/rules.ts';
import { MOVE_SCRATCH, type MoveJob } from './move-job.ts';
import type { ModelState } from '../model/model-state.ts';
import { distinctCells } from '../model/sorted-cells.ts';
import type { PursuerOptions } from '../types.ts';

/** What pursuers need of a model beside its interface. */
export interface PursuerGround {
  readonly model: ModelState;
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly fields: readonly PursuerField[];
  /** Bytes from row to row of a field. */
  readonly rowBytes: number;
}

/** The pursuers of a crowd, without the runner of ticks: that is the calling thread or a pool. */
export interface Crowd {
  readonly count: number;
  readonly cell: Uint32Array;
  /** The next tick, by the current fields. */
  begin(): MoveJob;
  /** Takes over what the tick did; `moved`: how many pursuers are on another cell. */
  end(moved: number): void;
  /** Puts all pursuers back to where they stood before a tick that was not finished. */
  undo(): void;
  /** Throws RangeError for a cell that is none. */
  check(cell: ArrayLike<number>): void;
  place(cell: ArrayLike<number>): void;
  destroy(): void;
}

/** Kinds of fields: KIND_LOG and KIND_COST of assembly/pursuers/pursuers.ts. */
const KIND = { f32: 0, log: 1, cost: 2 } as const;

/** What pursuers need of the core of a model. */
export function groundOf({ model, arena, blocks, fields, scent }: Core): PursuerGround {
  return {
    model,
    arena,
    blocks,
    fields,
    rowBytes: scent?.memory.rowBytes ?? model.map.width * 4,
  };
}

/** Throws RangeError for cells, layers, weights, strengths or factors that are not valid. */
export function createCrowd(ground: PursuerGround, options: PursuerOptions): Crowd {
  const { model, arena, blocks, fields, rowBytes } = ground;
  const { width, height } = model.map;
  const { layers, method, precision } = model.options;
  const cells = width * height;
  const { used, weights, emits, dims } = checkPursuers(cells, layers, method, options);
  const { exclusive = false } = options;
  const count = options.cell.length;
  const kind = KIND[method === 'distance' ? 'cost' : precision];

  const cell = Uint32Array.from(options.cell);
  // one block: the table of layers, scratch memory of each thread, where pursuers are, where they
  // go, a byte per cell
  const tableBytes = used.length * 8;
  const scratchBytes = MOVE_SCRATCH * MOST_THREADS;
  const listBytes = count * 4;
  const table = blocks.allocate(
    tableBytes + scratchBytes + 2 * listBytes + (exclusive ? cells : 0),
  );
  const scratch = table + tableBytes;
  const positions = scratch + scratchBytes;
  const chosen = positions + listBytes;
  const taken = exclusive ? chosen + listBytes : 0;
  if (exclusive) arena.bytes().fill(0, taken, taken + cells);
  const upload = (): void => arena.words().set(cell, positions / 4);
  upload();

  const marks = createMarks(ground, options, { emits, dims });
  leaveFirst(marks, cell, () => blocks.free(table));
  return {
    count,
    cell,
    begin() {
      for (const field of fields) field.refresh();
      const words = arena.words();
      const floats = arena.floats();
      for (let l = 0; l < used.length; l++) {
        words[table / 4 + 2 * l] = fields[used[l]].address();
        floats[table / 4 + 2 * l + 1] = weights[l];
      }
      return {
        width,
        height,
        beside: model.beside,
        rowBytes,
        passage: fields[used[0]].passage(),
        table,
        used: used.length,
        scratch,
        taken,
        positions,
        chosen,
        count,
        kind,
      };
    },
    end(moved) {
      if (moved === 0) return;
      cell.set(arena.words().subarray(positions / 4, positions / 4 + count));
      marks.leave(cell);
    },
    undo: upload,
    check(where) {
      checkLength(where, count, 'cell');
      checkCells(cells, where, 'cell');
    },
    place(where) {
      cell.set(where);
      upload();
      marks.leave(cell);
    },
    destroy() {
      marks.remove();
      blocks.free(table);
    },
  };
}

/** Leaves the first marks. Where memory ends, takes them out again and calls `free`. */
function leaveFirst(marks: CrowdMarks, cell: Uint32Array, free: () => void): void {
  try {
    marks.leave(cell);
  } catch (error) {
    marks.remove();
    free();
    throw error;
  }
}

/** What pursuers leave in the layers of their model. */
interface CrowdMarks {
  /** Tells the model where the pursuers stand. */
  leave(cell: Uint32Array): void;
  remove(): void;
}

function createMarks(
  { model, fields }: PursuerGround,
  { emit, modulate }: PursuerOptions,
  { emits, dims }: Pick<PursuerLayers, 'emits' | 'dims'>,
): CrowdMarks {
  const cells = model.terrain.length;
  const owner = {};
  // read once: they were checked, and the caller may change its objects
  const strengthOfAll = emit?.strength;
  const factorOfAll = modulate?.factor;
  return {
    leave(cell) {
      if (strengthOfAll === undefined && factorOfAll === undefined) return;
      const distinct = distinctCells(cell, cells);
      if (strengthOfAll !== undefined) {
        const strength = new Float32Array(distinct.length).fill(strengthOfAll);
        model.layers[emits!].setGoals(owner, { cell: distinct, strength });
        // Sets the goals in the field at once, as a GPU does. If they are replaced before the next
        // step, their strengths stay in the field as scent.
        fields[emits!].refresh();
      }
      if (factorOfAll !== undefined) {
        const value = new Float32Array(distinct.length).fill(factorOfAll);
        const changed = model.layers[dims!].setModulations(owner, { cell: distinct, value });
        fields[dims!].markFactors(changed);
      }
    },
    remove() {
      if (emits !== undefined) model.layers[emits].setGoals(owner, undefined);
      if (dims !== undefined) {
        fields[dims].markFactors(model.layers[dims].setModulations(owner, undefined));
      }
    },
  };
}
