import { coreOf } from './create-diffusion.ts';
import { createPursuersOn } from './pursuers.ts';
import type { Diffusion, Pursuers, PursuerOptions } from './types.ts';

/**
 * Pursuers on a model made by `createDiffusion`, in the order of their cells. A tick of the world is
 * `model.step(n)` and then `move()` of each group. Throws RangeError for cells, layers, weights,
 * strengths or factors that are not valid, TypeError for another model or for method 'distance', whose agents
 * take the ways of `descend`.
 */
export function createPursuers(model: Diffusion, options: PursuerOptions): Pursuers {
  const core = coreOf(model);
  if (core?.scent === undefined) {
    throw new TypeError(
      core === undefined
        ? 'the model was not made by createDiffusion'
        : "method 'distance' has no scent to climb",
    );
  }
  const { layers } = core.scent;
  return createPursuersOn(
    {
      ...model,
      terrain: core.model.terrain,
      mantissa: (layer, cell) => layers[layer].mantissa(cell),
      offset: (layer, cell) => layers[layer].offset(cell),
      setSources: (layer, owner, goals) => core.model.layers[layer].setSources(owner, goals),
      setModulations(layer, owner, factors) {
        layers[layer].markFactors(core.model.layers[layer].setModulations(owner, factors));
      },
      refresh: () => layers.forEach((layer) => layer.refresh()),
    },
    options,
  );
}
