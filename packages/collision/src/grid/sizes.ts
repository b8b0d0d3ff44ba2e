import type { Arena } from '@wayfield/wasm';
import type { Host } from '../host.ts';
import {
  LEVEL_BYTES,
  LEVEL_END_PLACE,
  LEVEL_FIRST_CELL,
  LEVEL_FIRST_PLACE,
  LEVEL_LARGEST_HALF,
  LEVEL_ORIGIN_X,
  LEVEL_PER_UNIT,
  LEVEL_SLACK,
  LEVEL_SPAN,
  LEVEL_WIDTH,
  LEVEL_WRAPS,
  SIZES_BYTES,
} from '../kernels.gen.ts';
import { type LevelPlan, planLevel, type World } from './plan-grid.ts';
import { planLevels, type SizeBin, type SizeLevel } from './plan-levels.ts';

/**
 * Room for one level per binary exponent that a size can have. From 2^-49 (LEAST_RADIUS) to 2^62
 * (extent and radius of a capsule, 2^61 each) there are 112 exponents.
 */
export const MOST_LEVELS = 128;

/** The sizes of some bodies, and the world that they are in. */
export interface Sizes {
  readonly bins: SizeBin[];
  readonly world: World;
}

/** Bodies cut into levels by size. */
export interface Cut extends Sizes {
  readonly levels: SizeLevel[];
}

/** Measures the sizes of bodies, and cuts them into levels. */
export interface SizeMeasure {
  /**
   * Measures the live bodies of slots 0 to n − 1 or, if `list` is not 0, of n slots listed there.
   */
  measure(n: number, list: number): Sizes;
  cut(sizes: Sizes): Cut;
  /** One grid per level. */
  plan(cut: Cut): LevelPlan[];
  /** Writes the level of each binary exponent of the size. Returns the address of the table. */
  writeTable(levelOf: (exponent: number) => number): number;
  /** `writeTable` for the levels of a cut. */
  writeTableOf(cut: Cut): number;
}

export function createSizeMeasure(
  { kernels, arena, blocks, three }: Host,
  grid: 'single' | 'multi' | 'auto',
): SizeMeasure {
  const table = blocks.allocate(256);
  const numbers = blocks.allocate(SIZES_BYTES);

  function writeTable(levelOf: (exponent: number) => number): number {
    const bytes = arena.bytes();
    for (let exponent = 0; exponent < 256; exponent++) {
      bytes[table + exponent] = levelOf(exponent);
    }
    return table;
  }

  return {
    measure(n, list) {
      kernels.measureSizes(n, numbers, list);
      // Words in the order of assembly/bodies/layout-measures.ts: 0 to 5 the bounds, from 8 on the
      // number of bodies of each of 256 exponents, then the largest size of each exponent.
      const floats = arena.floats().slice(numbers / 4, (numbers + SIZES_BYTES) / 4);
      const words = new Uint32Array(floats.buffer);
      const [x0, y0, z0, x1, y1, z1] = floats;
      const bins: SizeBin[] = [];
      for (let exponent = 0; exponent < 256; exponent++) {
        const count = words[8 + exponent];
        if (count > 0) bins.push({ exponent, count, largest: floats[8 + 256 + exponent] });
      }
      return { bins, world: { three, low: [x0, y0, z0], high: [x1, y1, z1] } };
    },
    cut({ bins, world }) {
      const { length } = bins;
      const one: SizeLevel = {
        first: 0,
        last: length - 1,
        count: bins.reduce((sum, bin) => sum + bin.count, 0),
        largest: bins[length - 1]?.largest ?? 0,
      };
      const levels =
        grid === 'single' || length < 2 ? [one] : planLevels(bins, world, grid === 'multi');
      return { levels, bins, world };
    },
    plan: ({ levels, world }) =>
      levels.map(({ largest, count }) => planLevel(world, largest, count)),
    writeTable,
    writeTableOf({ levels, bins }) {
      const of = new Uint8Array(256);
      levels.forEach(({ first, last }, index) => {
        for (let bin = first; bin <= last; bin++) of[bins[bin].exponent] = index;
      });
      return writeTable((exponent) => of[exponent]);
    },
  };
}

/**
 * Adds `words` to the first cell of a level. The starts of its cells lie that number of words
 * behind the starts that are bound. `words` may be negative: cell numbers and addresses both wrap
 * at 2^32, so the address of a start is right.
 */
export function shiftLevel(arena: Arena, address: number, words: number): void {
  arena.words()[(address + LEVEL_FIRST_CELL) / 4] += words;
}

/** Where the cells of a level begin and where its places end. */
export interface LevelRange {
  /** The first cell of the level among those of all levels. */
  readonly firstCell: number;
  /** One past the last place if the bodies lie at places from 0 on; `buildLevels` sets another. */
  readonly places: number;
}

/** Writes a level record: see assembly/grid/layout-level.ts. */
export function writeLevel(
  arena: Arena,
  address: number,
  plan: LevelPlan,
  { firstCell, places }: LevelRange,
): void {
  const view = new DataView(arena.memory.buffer, address, LEVEL_BYTES);
  plan.origin.forEach((value, axis) => view.setFloat64(LEVEL_ORIGIN_X + 8 * axis, value, true));
  view.setFloat64(LEVEL_PER_UNIT, plan.perUnit, true);
  plan.size.forEach((value, axis) => view.setUint32(LEVEL_WIDTH + 4 * axis, value, true));
  view.setUint32(LEVEL_FIRST_CELL, firstCell, true);
  view.setUint32(LEVEL_WRAPS, plan.wraps, true);
  view.setUint32(LEVEL_FIRST_PLACE, 0, true);
  view.setUint32(LEVEL_END_PLACE, places, true);
  // rounded to f32, but never below the largest body
  view.setFloat32(LEVEL_LARGEST_HALF, plan.half * (1 + 2 ** -22), true);
  view.setFloat64(LEVEL_SLACK, plan.slack, true);
  plan.span.forEach((value, axis) => view.setFloat64(LEVEL_SPAN + 8 * axis, value, true));
}
