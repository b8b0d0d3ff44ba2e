import type { PointQueries } from './point-queries.ts';
import {
  BLOCK,
  COST,
  EXPANDED,
  FIRST_POINT,
  LOWER_BOUND,
  PROVEN,
  SOURCE_X,
  SOURCE_Y,
  STATUS,
  TARGET_X,
  TARGET_Y,
} from '../points.gen.ts';
import { guarded, type SearchEngine } from './search-engine.ts';
import type { BoundedPointRoutes } from '../channels/triangle-search.ts';

/** Queries in blocks, which the kernels answer in one call each. */
export interface QueryBlocks {
  /**
   * `asks` as in `ASKS`. `improve` takes the current query as far as wanted; without `improve` the
   * kernels take each query to the proof.
   */
  answer(queries: PointQueries, asks: number, improve?: () => void): BoundedPointRoutes;
}

/** Fewer numbers than this are copied faster one by one than by `slice`. */
const FEW = 64;

/** Views of the memory. A memory that has grown leaves its old views without entries. */
interface Views {
  readonly floats: Float64Array;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
}

export function createQueryBlocks(engine: SearchEngine): QueryBlocks {
  const { kernels, arena, block } = engine;
  let views = viewsOf(arena.memory.buffer);

  /** The views are kept: making them costs as much as a short path. */
  function refresh(): void {
    if (views.floats.length === 0) views = viewsOf(arena.memory.buffer);
  }

  /** Lets the kernels answer the queries `from` to `from + size` - 1. */
  function ask(queries: PointQueries, from: number, size: number, asks: number): void {
    const { sourceX, sourceY, targetX, targetY } = queries;
    const { floats } = views;
    for (let i = 0; i < size; i++) {
      floats[(block + SOURCE_X) / 8 + i] = sourceX[from + i];
      floats[(block + SOURCE_Y) / 8 + i] = sourceY[from + i];
      floats[(block + TARGET_X) / 8 + i] = targetX[from + i];
      floats[(block + TARGET_Y) / 8 + i] = targetY[from + i];
    }
    kernels.queriesRun(size, asks);
  }

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
      const routes = emptyRoutes(count);
      const x: Float64Array[] = [];
      const y: Float64Array[] = [];
      for (let from = 0; from < count; from += BLOCK) {
        const size = Math.min(BLOCK, count - from);
        refresh();
        guarded(engine.mostLabels, () => {
          if (improve) askEach(queries, from, size, asks, improve);
          else ask(queries, from, size, asks);
        });
        refresh();
        takeColumns(views, block, routes, from, size);
        const points = routes.firstPoint[from + size] - routes.firstPoint[from];
        x.push(take(views, kernels.queriesX(), points));
        y.push(take(views, kernels.queriesY(), points));
      }
      // named one by one: a spread costs as much as a short query
      const { status, cost, lowerBound, isProven, expanded, firstPoint } = routes;
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

function viewsOf(buffer: ArrayBufferLike): Views {
  return {
    floats: new Float64Array(buffer),
    words: new Uint32Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}

function emptyRoutes(count: number): Omit<BoundedPointRoutes, 'x' | 'y'> {
  return {
    count,
    status: new Uint8Array(count),
    cost: new Float64Array(count),
    lowerBound: new Float64Array(count),
    isProven: new Uint8Array(count),
    expanded: new Uint32Array(count),
    firstPoint: new Uint32Array(count + 1),
  };
}

/** Copies the answers of a block. */
function takeColumns(
  { floats, words, bytes }: Views,
  block: number,
  routes: Omit<BoundedPointRoutes, 'x' | 'y'>,
  from: number,
  size: number,
): void {
  const { status, cost, lowerBound, isProven, expanded, firstPoint } = routes;
  const before = firstPoint[from];
  for (let i = 0; i < size; i++) {
    status[from + i] = bytes[block + STATUS + i];
    cost[from + i] = floats[(block + COST) / 8 + i];
    lowerBound[from + i] = floats[(block + LOWER_BOUND) / 8 + i];
    isProven[from + i] = bytes[block + PROVEN + i];
    expanded[from + i] = words[(block + EXPANDED) / 4 + i];
    firstPoint[from + i + 1] = before + words[(block + FIRST_POINT) / 4 + i + 1];
  }
}

/** Copies `count` numbers from an address on. */
function take({ floats }: Views, address: number, count: number): Float64Array {
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
