import type { Arena } from '@wayfield/wasm';
import type { ArcPath } from '../geometry/arc-path.ts';
import { emptyPath } from './create-disc-funnel.ts';
import type { Kernels } from '../discs.gen.ts';
import type { PointQueries } from '../queries/point-queries.ts';

/** One entry per query. */
export interface DiscAnswers {
  readonly status: Uint8Array;
  readonly cost: Float64Array;
  readonly expanded: Uint32Array;
  /** How many points the paths have up to the query's own. */
  readonly firstPoint: Uint32Array;
}

/** The answer to a query that took too many states for a block. */
interface OneAnswer {
  readonly status: number;
  readonly cost: number;
  readonly expanded: number;
}

/** Queries that the kernels answer many at a time, and the paths that are kept. */
export interface DiscBlocks {
  /**
   * Answers queries with one radius, each to its end, and keeps the paths, if they are wanted.
   * `finish` goes on with a query that has taken `most` states.
   */
  run(
    queries: PointQueries,
    asked: { readonly radius: number; readonly most: number; readonly wantsPaths: boolean },
    answers: DiscAnswers,
    finish: (sx: number, sy: number, tx: number, ty: number) => OneAnswer,
  ): void;
  /** No paths are kept. */
  clear(): void;
  /**
   * Keeps the path of the query at hand beside others, and returns how many points all of them
   * have.
   */
  keep(): number;
  /** Those kept. */
  paths(): ArcPath;
}

/** As in assembly/discs/block.ts. */
const BLOCK = 256;
const BLOCK_BYTES = 49 * BLOCK;
const ROOM = 1024;
/** Fewer numbers than this are copied faster one by one. */
const FEW = 64;

export function createDiscBlocks(
  kernels: Kernels,
  arena: Arena,
  allocate: (bytes: number) => number,
): DiscBlocks {
  const block = allocate(BLOCK_BYTES);
  kernels.blockBind(block);
  kernels.routesBind(allocate(48 * ROOM), ROOM);
  let kept = 0;
  let doubles = new Float64Array(arena.memory.buffer);
  /** A memory that has grown leaves its views without entries. */
  function doublesNow(): Float64Array {
    if (doubles.length === 0) doubles = new Float64Array(arena.memory.buffer);
    return doubles;
  }

  /** The kernels answer those `from` .. `from + size`. */
  function ask(
    { sourceX, sourceY, targetX, targetY }: PointQueries,
    from: number,
    size: number,
  ): void {
    const ends = block / 8;
    const floats = doublesNow();
    for (let i = 0; i < size; i++) {
      floats[ends + i] = sourceX[from + i];
      floats[ends + BLOCK + i] = sourceY[from + i];
      floats[ends + 2 * BLOCK + i] = targetX[from + i];
      floats[ends + 3 * BLOCK + i] = targetY[from + i];
    }
  }

  return {
    run(queries, { radius, most, wantsPaths }, answers, finish) {
      const { count, sourceX, sourceY, targetX, targetY } = queries;
      for (let from = 0; from < count; from += BLOCK) {
        const size = Math.min(BLOCK, count - from);
        ask(queries, from, size);
        for (let i = 0; i < size;) {
          const done = kernels.blockRun(i, size, radius, most, wantsPaths ? 1 : 0) >>> 0;
          const floats = doublesNow();
          const words = arena.words();
          const bytes = arena.bytes();
          for (; i < done; i++) {
            answers.status[from + i] = bytes[block + 48 * BLOCK + i];
            answers.cost[from + i] = floats[block / 8 + 4 * BLOCK + i];
            answers.expanded[from + i] = words[block / 4 + 10 * BLOCK + i];
            answers.firstPoint[from + i + 1] = kept = words[block / 4 + 11 * BLOCK + i];
          }
          if (i === size) break;
          const k = from + i;
          const one = finish(sourceX[k], sourceY[k], targetX[k], targetY[k]);
          if (wantsPaths && one.cost < Infinity) kept = kernels.routesAdd() >>> 0;
          answers.status[k] = one.status;
          answers.cost[k] = one.cost;
          answers.expanded[k] = one.expanded;
          answers.firstPoint[k + 1] = kept;
          i++;
        }
      }
    },
    clear() {
      kept = 0;
      kernels.routesClear();
    },
    keep: () => (kept = kernels.routesAdd() >>> 0),
    paths() {
      const floats = doublesNow();
      const path = emptyPath(kept);
      path.count = kept;
      [path.x, path.y, path.centreX, path.centreY, path.startAngle, path.sweep].forEach((to, k) => {
        const at = kernels.routesColumn(k) >>> 3;
        if (kept > FEW) to.set(floats.subarray(at, at + kept));
        else for (let i = 0; i < kept; i++) to[i] = floats[at + i];
      });
      return path;
    },
  };
}
