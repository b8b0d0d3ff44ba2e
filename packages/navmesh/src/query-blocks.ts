import type { PointQueries } from './point-queries.ts';
import { BLOCK } from './query-kernels.ts';
import { guarded, type SearchEngine } from './search-engine.ts';
import type { BoundedPointRoutes } from './triangle-search.ts';

/** Queries in blocks that the kernels answer in one call each, in memory that both sides know. */
export interface QueryBlocks {
  /** `asks` as in `ASKS`; `improve`, where there is one, takes each query as far as is wanted, else all are taken to the end. */
  answer(queries: PointQueries, asks: number, improve?: () => void): BoundedPointRoutes;
}

/** Fewer numbers than this are copied faster one by one. */
const FEW = 64;

export function createQueryBlocks({ kernels, arena, block }: SearchEngine): QueryBlocks {
  let floats = new Float64Array(arena.memory.buffer);
  let words = new Uint32Array(arena.memory.buffer);
  let bytes = new Uint8Array(arena.memory.buffer);
  // where columns start, as in assembly/queries/run.ts
  const ends = block / 8;
  const costAt = ends + 4 * BLOCK;
  const boundAt = ends + 5 * BLOCK;
  const statesAt = block / 4 + 12 * BLOCK;
  const firstAt = block / 4 + 13 * BLOCK;
  const statusAt = block + 56 * BLOCK + 8;
  const provenAt = statusAt + BLOCK;

  /** A memory that has grown leaves its views without entries. */
  function refresh(): void {
    if (floats.length > 0) return;
    floats = new Float64Array(arena.memory.buffer);
    words = new Uint32Array(arena.memory.buffer);
    bytes = new Uint8Array(arena.memory.buffer);
  }

  /** The kernels answer the queries `from` .. `from + size`. */
  function ask(
    { sourceX, sourceY, targetX, targetY }: PointQueries,
    from: number,
    size: number,
    asks: number,
    improve: (() => void) | undefined,
  ): void {
    if (improve) {
      kernels.queriesClear();
      for (let i = 0; i < size; i++) {
        const k = from + i;
        kernels.queryBegin(sourceX[k]!, sourceY[k]!, targetX[k]!, targetY[k]!, asks);
        if (!kernels.queryProven()) improve();
        kernels.queryStore(i, asks);
      }
      return;
    }
    for (let i = 0; i < size; i++) {
      floats[ends + i] = sourceX[from + i]!;
      floats[ends + BLOCK + i] = sourceY[from + i]!;
      floats[ends + 2 * BLOCK + i] = targetX[from + i]!;
      floats[ends + 3 * BLOCK + i] = targetY[from + i]!;
    }
    kernels.queriesRun(size, asks);
  }

  /** `count` numbers from an address on. */
  function take(address: number, count: number): Float64Array {
    const at = (address >>> 0) / 8;
    if (count > FEW) return floats.slice(at, at + count);
    const taken = new Float64Array(count);
    for (let i = 0; i < count; i++) taken[i] = floats[at + i]!;
    return taken;
  }

  return {
    answer(queries, asks, improve) {
      const { count } = queries;
      const status = new Uint8Array(count);
      const cost = new Float64Array(count);
      const lowerBound = new Float64Array(count);
      const isProven = new Uint8Array(count);
      const expanded = new Uint32Array(count);
      const firstPoint = new Uint32Array(count + 1);
      const x: Float64Array[] = [];
      const y: Float64Array[] = [];
      for (let from = 0; from < count; from += BLOCK) {
        const size = Math.min(BLOCK, count - from);
        refresh();
        guarded(() => ask(queries, from, size, asks, improve));
        refresh();
        const before = firstPoint[from]!;
        for (let i = 0; i < size; i++) {
          status[from + i] = bytes[statusAt + i]!;
          cost[from + i] = floats[costAt + i]!;
          lowerBound[from + i] = floats[boundAt + i]!;
          isProven[from + i] = bytes[provenAt + i]!;
          expanded[from + i] = words[statesAt + i]!;
          firstPoint[from + i + 1] = before + words[firstAt + i + 1]!;
        }
        const points = words[firstAt + size]!;
        x.push(take(kernels.queriesX(), points));
        y.push(take(kernels.queriesY(), points));
      }
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

function join(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
