import { MIN_TERRAIN } from '../constants.ts';

/**
 * The factor of a cell: `fround(terrain * modulation) * rate`, as types.ts says; `modulation` 1 =
 * none. All backends take their factors from here: LayerState.factor on the CPU, plane-book.ts on a
 * GPU, losses.ts for method 'steady'. A further number that scales what a cell lets through belongs
 * here. check-input.ts (`checkFactors`) checks terrain and modulation, constants.ts has the limits.
 */
export function cellFactor(terrain: number, modulation: number, rate: number): number {
  if (terrain === 0) return 0;
  return Math.fround(Math.max(Math.fround(terrain * modulation), MIN_TERRAIN) * rate);
}
