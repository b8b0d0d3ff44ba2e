// Checks of the options of pursuers, the same on every backend. Called by pursuers.ts of this
// folder, by src/pool/pool-model.ts and by src/gpu/pursuers/pursuers.ts.

import { refuseNumber } from '@wayfield/check';
import { checkCells, checkModulation, checkStrength } from '../model/check-input.ts';
import { MAX_WEIGHT } from '../constants.ts';
import { layerIndex } from '../model/resolve-options.ts';
import { checkPursuerOptions } from '../model/rules.ts';
import type { PursuerOptions } from '../types.ts';

/** The layers that count, ascending, and those of `emit` and `modulate`. */
export interface PursuerLayers {
  readonly used: readonly number[];
  /** One for each of `used`, f32. */
  readonly weights: readonly number[];
  readonly emits: number | undefined;
  readonly dims: number | undefined;
}

/** A copy of options that `checkPursuers` has seen, for a call that waits for its turn. */
export function copyPursuers(options: PursuerOptions): PursuerOptions {
  const { cell, weights, emit, modulate, exclusive = false } = options;
  return {
    cell: Uint32Array.from(cell),
    weights: { ...weights },
    ...(emit && { emit: { layer: emit.layer, strength: emit.strength } }),
    ...(modulate && { modulate: { layer: modulate.layer, factor: modulate.factor } }),
    exclusive,
  };
}

const NO_MARKS = {
  emit: 'its costs change by settle, not by ticks; give the cells of pursuers to setGoals instead',
  modulate:
    'its costs take no notice of modulations; raise the costs of cells by setTerrain instead',
};

/** Throws RangeError for cells, layers, weights, strengths or factors that are not valid. */
export function checkPursuers(
  cells: number,
  layers: readonly string[],
  method: 'distance' | 'diffusion' | 'steady',
  options: PursuerOptions,
): PursuerLayers {
  checkPursuerOptions(options);
  const { cell, weights, emit, modulate } = options;
  const named: { layer: number; weight: number }[] = [];
  for (const [name, value] of Object.entries(weights)) {
    if (!(typeof value === 'number' && Math.abs(value) <= MAX_WEIGHT)) {
      refuseNumber(`weights.${name}`, value, `a number from -${MAX_WEIGHT} to ${MAX_WEIGHT}`);
    }
    named.push({ layer: layerIndex(layers, name, 'layer of weights'), weight: Math.fround(value) });
  }
  if (named.length === 0) throw new RangeError('weights names no layer, expected at least one');
  named.sort((a, b) => a.layer - b.layer);
  if (method === 'distance') {
    if (emit) throw new RangeError(`emit does not go with method 'distance': ${NO_MARKS.emit}`);
    if (modulate) {
      throw new RangeError(`modulate does not go with method 'distance': ${NO_MARKS.modulate}`);
    }
    if (named.length > 1 || !(named[0].weight > 0)) {
      const values = Object.values(weights).join(', ');
      throw new RangeError(
        `weights has ${named.length} layers (${values}), expected one above 0 with ` +
          `method 'distance'`,
      );
    }
  }
  const emits = emit && layerIndex(layers, emit.layer, 'emit.layer');
  if (emit) checkStrength(emit.strength, 'emit.strength');
  const dims = modulate && layerIndex(layers, modulate.layer, 'modulate.layer');
  if (modulate) checkModulation(modulate.factor, 'modulate.factor');
  checkCells(cells, cell, 'cell');
  return {
    used: named.map(({ layer }) => layer),
    weights: named.map(({ weight }) => weight),
    emits,
    dims,
  };
}
