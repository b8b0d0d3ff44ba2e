// The functions of the worker that compares paths up the settled scent with the cheapest paths.
// McMillan (2014, section 5.2) asked people which they prefer.
import { createDiffusion } from '@wayfield/diffusion';
import { measurePaths } from '@wayfield/diffusion/study';
import { pathOf, type Routes } from '@wayfield/graph';

export interface PathQuestion {
  readonly width: number;
  readonly height: number;
  readonly terrain: Float32Array;
  readonly goals: Uint32Array;
  /** Cells where paths begin. */
  readonly starts: Uint32Array;
}

export interface TwoPaths {
  /** Straight pieces, x0, y0, x1, y1 of each, through the middles of cells. */
  readonly scent: Float32Array;
  readonly best: Float32Array;
  /** Cost of the path up the scent divided by the least cost, for each start with both paths. */
  readonly ratios: readonly number[];
}

export const pathFunctions = {
  compare({ width, height, terrain, goals, starts }: PathQuestion): TwoPaths {
    const map = { width, height, neighbours: 8 as const, terrain };
    const answer = (method: 'diffusion' | 'distance'): Routes => {
      const model = createDiffusion(map, {
        method,
        ...(method === 'diffusion' && { precision: 'log' }),
      });
      try {
        model.setGoals('goal', { cell: goals });
        model.settle();
        return method === 'distance' ? model.descend('goal', starts) : model.ascend('goal', starts);
      } finally {
        model.destroy();
      }
    };
    const [scent, best] = [answer('diffusion'), answer('distance')];
    const { ratio } = measurePaths(map, scent, best);
    return {
      scent: piecesOf(scent, width),
      best: piecesOf(best, width),
      ratios: Array.from(ratio).filter(Number.isFinite),
    };
  },
};

function piecesOf(routes: Routes, width: number): Float32Array {
  const pieces: number[] = [];
  const middle = (cell: number): number[] => [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
  for (let i = 0; i < routes.count; i++) {
    const path = pathOf(routes, i);
    for (let k = 1; k < path.length; k++) pieces.push(...middle(path[k - 1]), ...middle(path[k]));
  }
  return Float32Array.from(pieces);
}
