// Pursuers on a model of the CPU: the roles of Repenning, "Collaborative diffusion" (2006). Those that emit or
// modulate change the field; all of them climb it. The ticks are done by assembly/pursuers.ts.

import type { Arena, Blocks } from '@wayfield/wasm';
import { checkCells } from './check-input.ts';
import { checkPursuers } from './check-pursuers.ts';
import type { Kernels } from './kernels.ts';
import type { ModelState } from './model-state.ts';
import { distinctCells } from './sorted-cells.ts';
import type { Pursuers, PursuerOptions } from './types.ts';

/** A layer as the kernel needs it. */
export interface PursuerField {
  /** The first cell of the field as it is now. */
  address(): number;
  /** f32 in rows as the field, 0 = obstacle; costs: what a straight step into a cell costs. */
  open(): number;
  /** Takes over goals and terrain that changed. */
  refresh(): void;
  /** The factors of these cells are others now; the list is read later. */
  markFactors(cells: Iterable<number>): void;
}

/** What pursuers need of a model beside its interface. */
export interface PursuerGround {
  readonly model: ModelState;
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  readonly fields: readonly PursuerField[];
  /** Bytes from row to row of a field, and from a row's first cell to the exponent of its first block. */
  readonly rowBytes: number;
  readonly exponents: number;
  /** Throws once the model was destroyed. */
  alive(): void;
}

/** Kinds of fields, as in assembly/pursuers.ts. */
const KIND = { f32: 0, log: 1, cost: 2 } as const;
/** Three rows of four scores. */
const SCRATCH = 48;

/** Throws RangeError for cells, layers, weights, strengths or factors that are not valid. */
export function createPursuersOn(ground: PursuerGround, options: PursuerOptions): Pursuers {
  const { model, arena, blocks, kernels, fields, rowBytes, exponents, alive } = ground;
  const { width, height, neighbours } = model.map;
  const { layers, method, precision } = model.options;
  const cells = width * height;
  const { used, weights, emits, dims } = checkPursuers(cells, layers, method, precision, options);
  const { emit, modulate, exclusive = false } = options;
  const count = options.cell.length;
  const owner = {};
  const kind = KIND[method === 'distance' ? 'cost' : precision];

  const cell = Uint32Array.from(options.cell);
  const table = used.length * 8;
  const start = blocks.allocate(table + SCRATCH + count * 8 + (exclusive ? cells : 0));
  const scratch = start + table;
  const positions = scratch + SCRATCH;
  const taken = exclusive ? positions + count * 8 : 0;
  if (exclusive) arena.bytes().fill(0, taken, taken + cells);
  const upload = (): void => arena.words().set(cell, positions / 4);
  upload();
  let destroyed = false;

  /** Tells the model where they stand. */
  function leaveMarks(): void {
    if (emit === undefined && modulate === undefined) return;
    const distinct = distinctCells(cell, cells);
    if (emit !== undefined) {
      const strength = new Float32Array(distinct.length).fill(emit.strength);
      model.layers[emits!].setSources(owner, { cell: distinct, strength });
    }
    if (modulate !== undefined) {
      const value = new Float32Array(distinct.length).fill(modulate.factor);
      const changed = model.layers[dims!].setModulations(owner, { cell: distinct, value });
      fields[dims!].markFactors(changed);
    }
  }

  function ready(): void {
    alive();
    if (destroyed) throw new Error('the pursuers were destroyed');
  }

  leaveMarks();
  return {
    count,
    cell,
    move() {
      ready();
      for (const field of fields) field.refresh();
      const words = arena.words();
      const floats = arena.floats();
      for (let l = 0; l < used.length; l++) {
        words[start / 4 + 2 * l] = fields[used[l]].address();
        floats[start / 4 + 2 * l + 1] = weights[l];
      }
      kernels.pursuersBind(
        width,
        height,
        rowBytes,
        exponents,
        neighbours === 8,
        fields[used[0]].open(),
        start,
        used.length,
        scratch,
        taken,
      );
      const moved = kernels.pursuersMove(positions, positions + count * 4, count, kind);
      if (moved > 0) {
        cell.set(words.subarray(positions / 4, positions / 4 + count));
        leaveMarks();
      }
      return moved;
    },
    place(where) {
      ready();
      if (where.length !== count) {
        throw new RangeError(`cell has ${where.length} entries, expected ${count}`);
      }
      checkCells(cells, where, 'cell');
      cell.set(where);
      upload();
      leaveMarks();
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      if (emits !== undefined) model.layers[emits].setSources(owner, undefined);
      if (dims !== undefined) {
        fields[dims].markFactors(model.layers[dims].setModulations(owner, undefined));
      }
      blocks.free(start);
    },
  };
}
