import type { Arena } from '@wayfield/wasm';
import type { ArcPath } from '../geometry/arc-path.ts';
import { emptyPath } from './disc-funnel.ts';
import { BLOCK_BYTES, type Kernels, PATH_POINT } from '../discs.gen.ts';
import { BLOCK, type BlockAnswers, createBlock } from '../queries/block.ts';
import type { PointQueries } from '../queries/point-queries.ts';

/** The answer to a query that took too many labels for a block. */
interface OneAnswer {
  readonly status: number;
  readonly cost: number;
  readonly expanded: number;
}

/** Queries that the kernels answer many at a time, and the paths that are kept. */
export interface DiscBlocks {
  /**
   * Answers queries with one radius, each until its answer is proven, and keeps the paths, if they
   * are wanted. `finish` goes on with a query that is not proven after `most` labels.
   */
  run(
    queries: PointQueries,
    asked: { readonly radius: number; readonly most: number; readonly wantsPaths: boolean },
    answers: BlockAnswers,
    finish: (sx: number, sy: number, tx: number, ty: number) => OneAnswer,
  ): void;
  /** Drops all kept paths. */
  clear(): void;
  /** Keeps the path of the current query beside others, and returns how many points all have. */
  keep(): number;
  /** The paths that `keep` has kept, one after another. */
  paths(): ArcPath;
}

/** Points of paths that there is room for at first. */
const ROOM = 1024;
/** Up to this many numbers are copied faster one by one. */
const FEW = 64;

export function createDiscBlocks(
  kernels: Kernels,
  arena: Arena,
  allocate: (bytes: number) => number,
): DiscBlocks {
  const address = allocate(BLOCK_BYTES);
  const block = createBlock(arena, address);
  kernels.blockBind(address);
  kernels.routesBind(allocate(PATH_POINT * ROOM), ROOM);
  let kept = 0;

  return {
    run(queries, { radius, most, wantsPaths }, answers, finish) {
      const { count, sourceX, sourceY, targetX, targetY } = queries;
      const { status, cost, lowerBound, isProven, expanded, firstPoint } = answers;
      for (let from = 0; from < count; from += BLOCK) {
        const size = Math.min(BLOCK, count - from);
        block.put(queries, from, size);
        for (let i = 0; i < size; i++) {
          const done = kernels.blockRun(i, size, radius, most, wantsPaths ? 1 : 0) >>> 0;
          block.take(answers, from, i, done, 0);
          kept = firstPoint[from + done];
          i = done;
          if (i === size) break;
          const k = from + i;
          const one = finish(sourceX[k], sourceY[k], targetX[k], targetY[k]);
          if (wantsPaths && one.cost < Infinity) kept = kernels.routesAdd() >>> 0;
          status[k] = one.status;
          cost[k] = lowerBound[k] = one.cost;
          isProven[k] = 1;
          expanded[k] = one.expanded;
          firstPoint[k + 1] = kept;
        }
      }
    },
    clear() {
      kept = 0;
      kernels.routesClear();
    },
    keep: () => (kept = kernels.routesAdd() >>> 0),
    paths() {
      const floats = block.floats();
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
