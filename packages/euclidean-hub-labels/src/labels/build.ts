import {
  callback,
  checkOptions,
  number,
  type OptionRules,
  signal as aSignal,
  whole,
} from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '@wayfield/triangulation';
import { checkMeshArrays } from '@wayfield/triangulation/internal/checks';
import { openKernels } from '@wayfield/wasm';
import { type Kernels, KERNELS_BASE64 } from '../kernels.gen.ts';
import { checkTriangles, meshChecksum, putMesh } from './host.ts';
import { bindLabelMesh, type LabelHost, type MeshLayout } from './layout.ts';
import type { PointLabels } from './types.ts';

/** Options of `buildPointLabels`. */
export interface BuildLabelsOptions {
  /** Upper bound on the bytes of the labels, `byteLength` of the result. Default 512 MiB. */
  readonly memoryBudget?: number | undefined;
  /**
   * The side of the cells to begin with, in units of the mesh. Larger cells take less memory and
   * less time to build; queries take longer. Default: two cells per corner of the mesh.
   */
  readonly cellSize?: number | undefined;
  /**
   * Called at most every 50 ms with the work done and the work in all, and once more at the end,
   * when both are equal. `done` never becomes less.
   */
  readonly onProgress?: ((done: number, count: number) => void) | undefined;
  /** Read between steps, mostly of 10 ms; an aborted build throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export const BUILD_RULES: OptionRules = {
  memoryBudget: /* @__PURE__ */ whole(),
  cellSize: /* @__PURE__ */ number(Number.MIN_VALUE),
  onProgress: callback,
  signal: aSignal,
};

const DEFAULT_BUDGET = 2 ** 29;
/** Cells of the first grid per corner of the mesh. Chosen, as are the next two constants. */
const CELLS_PER_CORNER = 2;
/** The most cells of a grid. */
const MOST_CELLS = 2 ** 24;
/** Factor by which the side of cells grows when entries and lists exceed the budget. */
const COARSER = 1.5;
/**
 * Limits of the sampled trees of shortest paths that order the hubs. A tree takes 20 bytes per
 * corner, all trees at most TREE_BYTES. FEWEST_TREES are made even if they take more. More trees
 * make shorter labels: on Aurora 98 hubs with 1,541 trees, 127 with 1,024, 989 with 32.
 */
const TREE_BYTES = 2 ** 29;
const MOST_TREES = 2048;
const FEWEST_TREES = 16;
/** Bytes of an entry of the labels. */
const ENTRY_BYTES = 16;
/**
 * A step of lists ends at the latest after the list with which they have this many words. Then they
 * are copied out of the memory of the kernels.
 */
const CHUNK = 2 ** 18;
/** Milliseconds: the least time between two calls of `onProgress`; the target time of a step. */
const PROGRESS_MS = 50;
const STEP_MS = 10;

/**
 * Builds Euclidean hub labels of a mesh of triangles (Du, Shen and Cheema 2023, "Euclidean Hub
 * Labeling"). These are labels of the corners of the mesh, by pruned searches over the tangent
 * graph (Akiba, Iwata and Yoshida 2013), and a list per cell of a grid: hubs, with the corners at
 * which shortest paths to them turn first. The same mesh gives the same labels on every machine.
 *
 * If the lists exceed `memoryBudget`, they are made again with larger cells.
 *
 * @throws RangeError for a polygon that has not three sides, for labels that exceed the budget even
 *   with one cell, for a grid of more than 2^24 cells, for a cell whose list has more than 65,535
 *   corners, and when memory ends; the signal's reason when aborted.
 *
 * @example
 * const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
 * const search = createLabelSearch(mesh, buildPointLabels(mesh));
 */
export function buildPointLabels(mesh: PolygonMesh, options: BuildLabelsOptions = {}): PointLabels {
  checkMeshArrays(mesh);
  checkOptions('buildPointLabels', options, BUILD_RULES);
  const steps = labelSteps(mesh, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * `buildPointLabels` without checks of its arguments, in steps of about 10 ms. Work that is not
 * divided makes longer steps. The first step, `putMesh`, is the longest: 0.4 s for the 17,414
 * corners of Aurora. A tree, the first hub and the list of a large cell are one step each.
 */
export function* labelSteps(
  mesh: PolygonMesh,
  options: BuildLabelsOptions,
): Generator<void, PointLabels> {
  options.signal?.throwIfAborted();
  checkTriangles(mesh);
  const host = openKernels<Kernels>(KERNELS_BASE64);
  try {
    const layout = putMesh(host, mesh);
    bindLabelMesh(host, layout);
    yield;
    const look = watch(options);
    const at = yield* cornerLabels(host, layout, look, options.memoryBudget ?? DEFAULT_BUDGET);
    const entries = arenaSlice(host, at);
    const made = yield* cellLists(host, layout, look, options);
    look(1);
    return {
      ...made,
      entries,
      byteLength: byteLengthOf({ ...made, entries }),
      meshChecksum: meshChecksum(mesh),
    };
  } finally {
    host.blocks.freeAll();
  }
}

/** Called with the share of the work that is done: 1 only once, at the end. */
type Look = (share: number) => void;

/** What `onProgress` counts: thousandths. */
const PARTS = 1000;

/** Calls `onProgress`, and throws once the signal is aborted. */
function watch({ onProgress, signal }: BuildLabelsOptions): Look {
  let reported = performance.now();
  let most = 0;
  return (share) => {
    signal?.throwIfAborted();
    // lists that are made again go through the same shares twice: `most` keeps the largest one
    most = Math.max(most, Math.floor(share * PARTS));
    const now = performance.now();
    if (onProgress === undefined || (share < 1 && now - reported < PROGRESS_MS)) return;
    reported = now;
    onProgress(most, PARTS);
    signal?.throwIfAborted();
  };
}

/**
 * Calls `step(done, count)` until `all` items are done. A step returns how many items are done
 * after it; a step that gives up returns more than `all`. `count` says how much a step shall do. It
 * is doubled after a step of less than 5 ms and halved after one of more than 10 ms. `look` gets
 * shares of the whole build, from `from` to `to`.
 */
function* inSteps(
  all: number,
  step: (done: number, count: number) => number,
  look: Look,
  [from, to]: readonly [number, number],
): Generator<void> {
  let count = 1;
  for (let done = 0; done < all;) {
    const start = performance.now();
    done = step(done, count);
    const ms = performance.now() - start;
    count = ms > STEP_MS ? Math.max(1, count >> 1) : ms < STEP_MS / 2 ? 2 * count : count;
    look(done > all ? from : from + ((to - from) * done) / all);
    yield;
  }
}

/** `inSteps` for work that takes a range of items, `from` to `end` - 1. */
function* inRanges(
  all: number,
  work: (from: number, end: number) => void,
  look: Look,
  shares: readonly [number, number],
): Generator<void> {
  const step = (done: number, count: number): number => {
    const end = Math.min(all, done + count);
    work(done, end);
    return end;
  };
  yield* inSteps(all, step, look, shares);
}

/**
 * The first 40 % of a build: orders the hubs and makes the labels of all corners. Returns the word
 * of the memory at which their entries start.
 */
function* cornerLabels(
  { kernels, blocks }: LabelHost,
  { cornerCount }: MeshLayout,
  look: Look,
  budget: number,
): Generator<void, number> {
  yield* inRanges(cornerCount, kernels.graphSome, look, [0, 0.01]);
  const trees = Math.min(
    MOST_TREES,
    cornerCount,
    Math.max(FEWEST_TREES, Math.floor(TREE_BYTES / (20 * Math.max(1, cornerCount)))),
  );
  kernels.orderBegin(trees, blocks.allocate(4 * cornerCount + 4));
  const root = (tree: number): number => Math.imul(tree + 1, 0x9e3779b1) >>> 0;
  yield* inSteps(
    trees,
    (done) => {
      kernels.orderTree(root(done) % cornerCount);
      return done + 1;
    },
    look,
    [0.01, 0.2],
  );
  yield* inSteps(cornerCount, (_, count) => kernels.orderPick(count), look, [0.2, 0.3]);
  kernels.labelsBegin();
  yield* inSteps(
    cornerCount,
    (_, count) => {
      const done = kernels.labelsSome(count);
      const bytes = kernels.labelsBytes();
      if (bytes > budget)
        throw new RangeError(
          `the labels of ${done} of ${cornerCount} hubs take ${bytes} bytes, memoryBudget is ` +
            `${budget}`,
        );
      return done;
    },
    look,
    [0.3, 0.38],
  );
  const entries = kernels.labelsEntries();
  yield* inRanges(cornerCount, kernels.labelsColumns, look, [0.38, 0.385]);
  yield* inRanges(entries, kernels.labelsLinks, look, [0.385, 0.39]);
  yield* inRanges(cornerCount, kernels.labelsNumbers, look, [0.39, 0.395]);
  const address = blocks.allocate(ENTRY_BYTES * entries + ENTRY_BYTES);
  const write = (from: number, end: number): void => kernels.labelsWrite(address, from, end);
  yield* inRanges(entries, write, look, [0.395, 0.4]);
  return address / 4;
}

/** The lists of all cells of a grid; `words` is the length of all chunks. */
interface Lists {
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  readonly listEnd: Uint32Array;
  readonly chunks: Uint32Array[];
  readonly words: number;
}

/** A copy of the entries of labels that start at a word of the memory. */
function arenaSlice({ kernels, arena }: LabelHost, at: number): Uint32Array {
  return arena.words().slice(at, at + (ENTRY_BYTES / 4) * kernels.labelsEntries());
}

/** The other 60 % of a build: the lists of cells, with larger cells until they fit the budget. */
function* cellLists(
  host: LabelHost,
  layout: MeshLayout,
  look: Look,
  { memoryBudget = DEFAULT_BUDGET, cellSize }: BuildLabelsOptions,
): Generator<void, Omit<PointLabels, 'meshChecksum' | 'entries' | 'byteLength'>> {
  const { kernels } = host;
  const { cornerCount, box } = layout;
  const [minX, minY, maxX, maxY] = box;
  const labelBytes = kernels.labelsBytes();
  let side =
    cellSize ??
    (Math.sqrt(((maxX - minX) * (maxY - minY)) / (CELLS_PER_CORNER * cornerCount + 1)) || 1);
  let lists: Lists | undefined;
  for (;;) {
    const columns = Math.floor((maxX - minX) / side) + 1;
    const rows = Math.floor((maxY - minY) / side) + 1;
    if (columns * rows > MOST_CELLS)
      throw new RangeError(
        `cellSize ${side} makes ${columns} x ${rows} cells, there may be ${MOST_CELLS}`,
      );
    const room = (memoryBudget - labelBytes - 4 * columns * rows) / 4;
    lists = yield* listsOf(host, layout, look, { cellSize: side, columns, rows, room });
    if (lists) break;
    if (columns * rows === 1)
      throw new RangeError(
        `the labels of ${cornerCount} corners take ${labelBytes} bytes and the lists of cells ` +
          `more than the rest of memoryBudget, ${memoryBudget} bytes, even with one cell`,
      );
    side *= COARSER;
  }
  const { listEnd, chunks, words, ...grid } = lists;
  const all = new Uint32Array(words);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return {
    minX,
    minY,
    ...grid,
    cornerCount,
    listEnd,
    lists: all,
  };
}

/** Bytes of the arrays of labels. */
export function byteLengthOf(arrays: Pick<PointLabels, 'entries' | 'listEnd' | 'lists'>): number {
  return arrays.entries.byteLength + arrays.listEnd.byteLength + arrays.lists.byteLength;
}

/** Makes the lists of all cells of a grid; undefined if they have more than `room` words. */
function* listsOf(
  { kernels, arena, blocks }: LabelHost,
  { cornerCount, triangleCount, firstSides, box: [minX, minY] }: MeshLayout,
  look: Look,
  grid: {
    readonly cellSize: number;
    readonly columns: number;
    readonly rows: number;
    readonly room: number;
  },
): Generator<void, Lists | undefined> {
  const { cellSize, columns, rows, room } = grid;
  const cells = columns * rows;
  kernels.cellsBind(minX, minY, cellSize, columns, rows, 1);
  yield* inRanges(triangleCount, kernels.cellsTriangles, look, [0.4, 0.41]);
  const view = (from: number, end: number): void => kernels.cellsView(firstSides, from, end);
  yield* inRanges(cornerCount, view, look, [0.41, 0.45]);
  kernels.listsBegin();
  const ends = blocks.allocate(4 * cells);
  const chunks: Uint32Array[] = [];
  let words = 0;
  let isFull = false;
  yield* inSteps(
    cells,
    (done, count) => {
      // `count` has no limit where steps take no time, so `count << 6` would overflow
      const most = Math.min(CHUNK, 64 * count);
      const next = kernels.listsSome(done, most, ends, words) >>> 0;
      if (next === NONE)
        throw new RangeError(
          'the list of a cell has more than 65,535 corners: take a smaller cellSize',
        );
      const at = (kernels.listsAddress() >>> 0) / 4;
      const made = kernels.listsWords();
      chunks.push(arena.words().slice(at, at + made));
      words += made;
      isFull = words > room;
      return isFull ? Infinity : next;
    },
    look,
    [0.45, 0.99],
  );
  const listEnd = arena.words().slice(ends / 4, ends / 4 + cells);
  blocks.free(ends);
  return isFull ? undefined : { cellSize, columns, rows, listEnd, chunks, words };
}
