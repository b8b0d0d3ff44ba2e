import type { BoundedPointRoutes, PointQueries } from './point-queries.ts';
import { BLOCK, createBlock, emptyAnswers } from './block.ts';
import { guarded, type SearchEngine } from './search-engine.ts';

/** Queries in blocks, which the kernels answer in one call each. */
export interface QueryBlocks {
  /**
   * Answers all queries. `asks`: bits as in `ASKS`. `improve` goes on with the current query until
   * its limits; without `improve` the kernels search each query until the proof.
   */
  answer(queries: PointQueries, asks: number, improve?: () => void): BoundedPointRoutes;
}

/** Fewer numbers than this are copied faster one by one than by `slice`. */
const FEW = 64;

export function createQueryBlocks(engine: SearchEngine): QueryBlocks {
  const { kernels, arena } = engine;
  const block = createBlock(arena, engine.block);

  /** Answers the queries `from` to `from + size` - 1 one by one, by `improve`. */
  function askEach(
    { sourceX, sourceY, targetX, targetY }: PointQueries,
    from: number,
    size: number,
    asks: number,
    improve: () => void,
  ): void {
    kernels.queriesClear();
    for (let i = 0; i < size; i++) {
      const k = from + i;
      kernels.queryBegin(sourceX[k], sourceY[k], targetX[k], targetY[k], asks);
      if (!kernels.queryProven()) improve();
      kernels.queryStore(i, asks);
    }
  }

  return {
    answer(queries, asks, improve) {
      const { count } = queries;
      const answers = emptyAnswers(count);
      const { status, cost, lowerBound, isProven, expanded, firstPoint } = answers;
      const x: Float64Array[] = [];
      const y: Float64Array[] = [];
      for (let from = 0; from < count; from += BLOCK) {
        const size = Math.min(BLOCK, count - from);
        guarded(engine, () => {
          if (improve) askEach(queries, from, size, asks, improve);
          else {
            block.put(queries, from, size);
            kernels.queriesRun(size, asks);
          }
        });
        block.take(answers, from, 0, size, firstPoint[from]);
        const points = firstPoint[from + size] - firstPoint[from];
        x.push(take(block.floats(), kernels.queriesX(), points));
        y.push(take(block.floats(), kernels.queriesY(), points));
      }
      // named one by one: a spread costs as much as a short query
      return {
        count,
        status,
        cost,
        lowerBound,
        isProven,
        expanded,
        firstPoint,
        x: join(x),
        y: join(y),
      };
    },
  };
}

/** Copies `count` numbers from an address on. */
function take(floats: Float64Array, address: number, count: number): Float64Array {
  const at = (address >>> 0) / 8;
  if (count > FEW) return floats.slice(at, at + count);
  const taken = new Float64Array(count);
  for (let i = 0; i < count; i++) taken[i] = floats[at + i];
  return taken;
}

function join(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0];
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
