// Pursuers on a model of the CPU: the roles of Repenning, "Collaborative diffusion" (2006). Those that emit or
// modulate change the field; all of them climb it. The ticks are done by assembly/pursuers.ts.

import { checkLength } from '@wayfield/check';
import type { Arena, Blocks } from '@wayfield/wasm';
import { checkCells } from './check-input.ts';
import { checkPursuers } from './check-pursuers.ts';
import type { Core } from './core.ts';
import type { Kernels } from './kernels.ts';
import type { ModelState } from './model-state.ts';
import { distinctCells } from './sorted-cells.ts';
import type { PursuerOptions } from './types.ts';

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
  readonly fields: readonly PursuerField[];
  /** Bytes from row to row of a field, and from a row's first cell to the exponent of its first block. */
  readonly rowBytes: number;
  readonly exponents: number;
}

/** A tick, as a thread needs it. */
export interface MoveJob {
  readonly width: number;
  readonly height: number;
  readonly eight: boolean;
  readonly rowBytes: number;
  readonly exponents: number;
  readonly open: number;
  /** Layers that count, and how many. */
  readonly table: number;
  readonly used: number;
  /** `SCRATCH` bytes for each thread. */
  readonly scratch: number;
  /** A byte per cell where one pursuer has a cell to itself, else 0: then threads can share the tick. */
  readonly taken: number;
  /** u32 cells; as many words follow for where they go. */
  readonly positions: number;
  readonly count: number;
  readonly kind: number;
}

/** Pursuers, but for who does the work of a tick. */
export interface Crowd {
  readonly count: number;
  readonly cell: Uint32Array;
  /** What the next tick is, by the fields as they are. */
  begin(): MoveJob;
  /** Takes over what it did. */
  end(moved: number): void;
  /** Puts everybody back to where they stood before a tick that was not finished. */
  undo(): void;
  /** Throws RangeError for a cell that is none. */
  check(cell: ArrayLike<number>): void;
  place(cell: ArrayLike<number>): void;
  destroy(): void;
}

/** Kinds of fields, as in assembly/pursuers.ts. */
const KIND = { f32: 0, log: 1, cost: 2 } as const;
/** Three rows of four scores. */
const SCRATCH = 48;
const MOST_THREADS = 64;

/** What `core` is to pursuers. */
export function groundOf({ model, arena, blocks, fields, scent }: Core): PursuerGround {
  return {
    model,
    arena,
    blocks,
    fields,
    rowBytes: scent?.memory.rowBytes ?? model.map.width * 4,
    exponents: scent?.memory.exponents ?? 0,
  };
}

/** Throws RangeError for cells, layers, weights, strengths or factors that are not valid. */
export function createCrowd(ground: PursuerGround, options: PursuerOptions): Crowd {
  const { model, arena, blocks, fields, rowBytes, exponents } = ground;
  const { width, height, neighbours } = model.map;
  const { layers, method, precision } = model.options;
  const cells = width * height;
  const { used, weights, emits, dims } = checkPursuers(cells, layers, method, options);
  const { emit, modulate, exclusive = false } = options;
  const count = options.cell.length;
  const owner = {};
  const kind = KIND[method === 'distance' ? 'cost' : precision];

  const cell = Uint32Array.from(options.cell);
  const scratch = used.length * 8;
  const list = scratch + SCRATCH * MOST_THREADS;
  const table = blocks.allocate(list + count * 8 + (exclusive ? cells : 0));
  const positions = table + list;
  const taken = exclusive ? positions + count * 8 : 0;
  if (exclusive) arena.bytes().fill(0, taken, taken + cells);
  const upload = (): void => arena.words().set(cell, positions / 4);
  upload();

  /** Tells the model where they stand. */
  function leaveMarks(): void {
    if (emit === undefined && modulate === undefined) return;
    const distinct = distinctCells(cell, cells);
    if (emit !== undefined) {
      const strength = new Float32Array(distinct.length).fill(emit.strength);
      model.layers[emits!].setSources(owner, { cell: distinct, strength });
      // at once, as on a GPU: those who stood there for a moment have left their scent
      fields[emits!].refresh();
    }
    if (modulate !== undefined) {
      const value = new Float32Array(distinct.length).fill(modulate.factor);
      const changed = model.layers[dims!].setModulations(owner, { cell: distinct, value });
      fields[dims!].markFactors(changed);
    }
  }

  leaveMarks();
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
        eight: neighbours === 8,
        rowBytes,
        exponents,
        open: fields[used[0]].open(),
        table,
        used: used.length,
        scratch: table + scratch,
        taken,
        positions,
        count,
        kind,
      };
    },
    end(moved) {
      if (moved === 0) return;
      cell.set(arena.words().subarray(positions / 4, positions / 4 + count));
      leaveMarks();
    },
    undo: upload,
    check(where) {
      checkLength(where, count, 'cell');
      checkCells(cells, where, 'cell');
    },
    place(where) {
      cell.set(where);
      upload();
      leaveMarks();
    },
    destroy() {
      if (emits !== undefined) model.layers[emits].setSources(owner, undefined);
      if (dims !== undefined) {
        fields[dims].markFactors(model.layers[dims].setModulations(owner, undefined));
      }
      blocks.free(table);
    },
  };
}

/** Does a thread's part of a tick; how many of those are elsewhere. */
export function runMove(kernels: Kernels, job: MoveJob, thread: number, threads: number): number {
  const { width, height, rowBytes, exponents, eight, open, table, used, taken, count } = job;
  const [first, last] = [thread, thread + 1].map((i) => Math.floor((count * i) / threads));
  const scratch = job.scratch + SCRATCH * thread;
  kernels.pursuersBind(
    width,
    height,
    rowBytes,
    exponents,
    eight,
    open,
    table,
    used,
    scratch,
    taken,
  );
  const start = job.positions + 4 * first;
  return kernels.pursuersMove(start, start + 4 * count, last - first, job.kind);
}
