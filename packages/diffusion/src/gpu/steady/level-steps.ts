// The levels above the cells on the device: their buffers, and the W-cycle over them.
import { storageBuffer, storageBytes } from '@wayfield/gpu-core';
import type { GridStep, GridSteps } from './grid-steps.ts';
import {
  BOTTOM,
  bottomWgsl,
  type LevelShape,
  levelsWgsl,
  ROW_PLANES,
  shapesAbove,
} from './levels.wgsl.ts';

const UNIFORM = 0x0040;
const COPY_DST = 0x0008;
/** Bytes between the parameters of two levels: the largest alignment of uniform buffers. */
const LEVEL_STRIDE = 256;

export interface Level extends LevelShape {
  readonly count: number;
  /** The first word of the level in `rows`. */
  readonly first: number;
}

/** The levels above boxes of 2 x 2 cells, from those boxes to the one that a workgroup solves. */
export interface LevelPlan {
  readonly levels: readonly Level[];
  /** Words of the rows of all levels. */
  readonly words: number;
  /** Bytes of all buffers. */
  readonly bytes: number;
}

export function planLevels(boxes: LevelShape): LevelPlan {
  const levels: Level[] = [];
  let words = 0;
  for (const shape of shapesAbove(boxes)) {
    const count = shape.width * shape.height;
    levels.push({ ...shape, count, first: words });
    words += ROW_PLANES * count;
    if (shape.width <= BOTTOM && shape.height <= BOTTOM) break;
  }
  return { levels, words, bytes: storageBytes(words) + levels.length * LEVEL_STRIDE };
}

/** Half as wide and half as high, rounded up. */
export const halfOf = ({ width, height }: LevelShape): LevelShape => ({
  width: Math.ceil(width / 2),
  height: Math.ceil(height / 2),
});

/** The four colours of a sweep, in order or backwards. */
export const coloursOf = (forward: boolean): readonly number[] =>
  forward ? [0, 1, 2, 3] : [3, 2, 1, 0];

export interface LevelSteps {
  /** The rows of all levels, see `levelWgsl`. */
  readonly rows: GPUBuffer;
  /** The parameters of a level and the one above it. */
  levelAt(i: number): GPUBufferBinding;
  /** Improves the u of level `i`, whose rows have been written, by a W-cycle. */
  cycle(i: number, further: boolean): GridStep[];
  destroy(): void;
}

export function createLevelSteps(
  device: GPUDevice,
  { levels, words }: LevelPlan,
  steps: GridSteps,
  label: string,
): LevelSteps {
  const bottom = levels.length - 1;
  const bottomCode = bottomWgsl(levels[bottom]);
  const rows = storageBuffer(device, `${label}: rows`, words);
  const shapes = device.createBuffer({
    label: `${label}: levels`,
    size: levels.length * LEVEL_STRIDE,
    usage: UNIFORM | COPY_DST,
  });
  for (const [i, level] of levels.entries()) {
    const above = levels[i + 1] ?? level;
    const values = [level, above].flatMap((l) => [l.width, l.height, l.count, l.first]);
    device.queue.writeBuffer(shapes, i * LEVEL_STRIDE, Uint32Array.from(values));
  }
  const levelAt = (i: number): GPUBufferBinding => ({
    buffer: shapes,
    offset: i * LEVEL_STRIDE,
    size: 32,
  });

  function onLevel(
    entry: 'coarsen' | 'correct',
    i: number,
    constants: Record<string, number> = {},
  ): GridStep {
    const name = `${entry} ${i} ${JSON.stringify(constants)}`;
    const shape = entry === 'coarsen' ? levels[i + 1] : levels[i];
    const resources = { 6: levelAt(i), 8: rows };
    return steps.of(name, { code: levelsWgsl, entry, constants }, resources, shape);
  }

  function sweep(i: number, forward: boolean): GridStep[] {
    return coloursOf(forward).map((COLOUR) => {
      const kernel = { code: levelsWgsl, entry: 'sweepLevel', constants: { COLOUR } };
      const resources = { 6: levelAt(i), 8: rows };
      return steps.of(`sweep ${i} ${COLOUR}`, kernel, resources, halfOf(levels[i]));
    });
  }

  function cycle(i: number, further: boolean): GridStep[] {
    const constants = { FURTHER: further ? 1 : 0 };
    if (i === bottom) {
      const kernel = { code: bottomCode, entry: 'solve', constants };
      const resources = { 6: levelAt(i), 8: rows };
      return [steps.of(`solve ${further}`, kernel, resources, { width: 1, height: 1 })];
    }
    const visit = [
      onLevel('coarsen', i),
      ...cycle(i + 1, further),
      onLevel('correct', i, constants),
      ...sweep(i, true),
      ...sweep(i, false),
    ];
    // a W-cycle visits each coarser level twice
    return [...visit, ...visit];
  }

  return {
    rows,
    levelAt,
    cycle,
    destroy() {
      rows.destroy();
      shapes.destroy();
    },
  };
}
