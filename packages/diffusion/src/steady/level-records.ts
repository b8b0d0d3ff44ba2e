// The records of the coarse levels in WebAssembly memory: what assembly/steady/levels.ts reads, at
// the offsets of assembly/layout.ts. buildMultigrid and buildLevels (multigrid.ts) add one per
// level.
import type { Arena } from '@wayfield/wasm';
import { LEVEL_RECORD } from '../kernels.ts';
import type { HeldBlocks } from './held-blocks.ts';

/**
 * Most levels. Coordinates halve from level to level and a side has at most 2^30 cells: 31 levels.
 */
const MOST_LEVELS = 40;

/** The number of a level's nodes and the addresses of its arrays, see assembly/layout.ts. */
export interface LevelRecord {
  readonly count: number;
  readonly first: number;
  readonly head: number;
  readonly weight: number;
  readonly diagonal: number;
  readonly inflow: number;
  readonly unit: number;
  readonly u: number;
  readonly group: number;
  readonly slot: number;
  readonly t: number;
  readonly scale: number;
}

export interface LevelRecords {
  /** The address of the records. */
  readonly address: number;
  readonly count: number;
  /** Adds a level with this number of nodes and edges. */
  add(nodes: number, edges: number): LevelRecord;
}

export function createLevelRecords(arena: Arena, held: HeldBlocks): LevelRecords {
  const address = held.take(LEVEL_RECORD * MOST_LEVELS);
  let levels = 0;
  return {
    address,
    get count() {
      return levels;
    },
    add(nodes, edges) {
      // bytes of an f64 per node and per edge, in whole 16
      const n = Math.ceil(nodes / 2) * 16;
      const e = Math.ceil(edges / 2) * 16;
      let next = held.take(n * 8 + e * 3 + 64);
      const part = (bytes: number): number => (next += bytes) - bytes;
      // arrays of f64 first, as their addresses must be multiples of 8
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
      const scale = part(n / 2);
      const head = part(e / 2);
      const slot = part(e / 2);
      const first = part(n / 2 + 16);
      const words = [nodes, first, head, weight, diagonal, inflow, unit, u, group, slot];
      words.push(baseWeight, baseDiagonal, baseInflow, t, scale);
      arena.words().set(words, (address + LEVEL_RECORD * levels++) / 4);
      return {
        count: nodes,
        first,
        head,
        weight,
        diagonal,
        inflow,
        unit,
        u,
        group,
        slot,
        t,
        scale,
      };
    },
  };
}
