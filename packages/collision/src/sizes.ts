import type { Arena, Blocks } from '@wayfield/wasm';
import type { Kernels } from './kernel-exports.ts';
import { type LevelPlan, planLevel, type World } from './plan-grid.ts';
import { planLevels, type SizeBin, type SizeLevel } from './plan-levels.ts';

/** Bytes of the record of a level: assembly/levels.ts. */
export const LEVEL_BYTES = 96;
export const MOST_LEVELS = 64;

/** How many bodies of what sizes there are, and where. */
export interface Sizes {
  readonly bins: SizeBin[];
  readonly world: World;
}

/** Bodies cut into levels by size. */
export interface Cut extends Sizes {
  readonly levels: SizeLevel[];
}

/** Looks at the sizes of bodies, and cuts them into levels. */
export interface SizeMeasure {
  /** Of the live ones of n slots; of those in the list at `list`, if that is not 0. */
  measure(n: number, list: number): Sizes;
  cut(sizes: Sizes): Cut;
  /** One grid per level. */
  plan(cut: Cut): LevelPlan[];
  /** Writes which exponent of sizes goes to which level; returns the address. */
  writeTable(levelOf: (exponent: number) => number): number;
  writeTableOf(cut: Cut): number;
}

export function createSizeMeasure(
  kernels: Kernels,
  arena: Arena,
  blocks: Blocks,
  three: boolean,
  grid: 'single' | 'multi' | 'auto',
): SizeMeasure {
  const table = blocks.allocate(256);
  const numbers = blocks.allocate(32 + 2048);

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
      const floats = arena.floats().slice(numbers / 4, (numbers + 32 + 2048) / 4);
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

/** Writes the record of a level; `base` is its first cell, `end` the bodies in it where they are sorted. */
export function writeLevel(
  arena: Arena,
  address: number,
  plan: LevelPlan,
  base: number,
  end: number,
): void {
  const view = new DataView(arena.memory.buffer, address, LEVEL_BYTES);
  plan.origin.forEach((value, axis) => view.setFloat64(8 * axis, value, true));
  view.setFloat64(24, plan.perUnit, true);
  plan.size.forEach((value, axis) => view.setUint32(32 + 4 * axis, value, true));
  view.setUint32(44, base, true);
  view.setUint32(48, plan.wraps, true);
  view.setUint32(52, 0, true);
  view.setUint32(56, end, true);
  // f32, and not below the largest
  view.setFloat32(60, plan.half * (1 + 2 ** -22), true);
  view.setFloat64(64, plan.slack, true);
  plan.span.forEach((value, axis) => view.setFloat64(72 + 8 * axis, value, true));
}
