// What pursuers may ask for, the same on every backend.

import { checkCells, checkModulation, checkStrength } from './check-input.ts';
import { layerIndex } from './resolve-options.ts';
import type { PursuerOptions } from './types.ts';

/** The layers that count, ascending, and those of `emit` and `modulate`. */
export interface PursuerLayers {
  readonly used: readonly number[];
  /** One for each of `used`, f32. */
  readonly weights: readonly number[];
  readonly emits: number | undefined;
  readonly dims: number | undefined;
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
  precision: 'f32' | 'log',
  { cell, weights, emit, modulate }: PursuerOptions,
): PursuerLayers {
  const named: { layer: number; weight: number }[] = [];
  for (const [name, value] of Object.entries(weights)) {
    if (!Number.isFinite(Math.fround(value))) {
      throw new RangeError(`weights.${name} is ${value}, expected a finite number`);
    }
    named.push({ layer: layerIndex(layers, name), weight: Math.fround(value) });
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
        `weights has ${named.length} layers (${values}), expected one above 0 with method 'distance'`,
      );
    }
  }
  const emits = emit && layerIndex(layers, emit.layer);
  if (emit) checkStrength(emit.strength, precision, 'emit.strength');
  const dims = modulate && layerIndex(layers, modulate.layer);
  if (modulate) checkModulation(modulate.factor, 'modulate.factor');
  checkCells(cells, cell, 'cell');
  return {
    used: named.map(({ layer }) => layer),
    weights: named.map(({ weight }) => weight),
    emits,
    dims,
  };
}
