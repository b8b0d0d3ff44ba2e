import { MIN_TERRAIN } from '../constants.ts';

/**
 * The factor of a cell: `fround(terrain * modulation) * rate`, as types.ts says; `modulation` 1 =
 * none. All backends take their factors from here: LayerState.factor on the CPU, plane-book.ts on a
 * GPU, losses.ts for method 'steady'. A further factor of the terrain belongs here. Its range is
 * checked in check-input.ts (`checkFactors`), its limits are in constants.ts.
 */
export function cellFactor(terrain: number, modulation: number, rate: number): number {
  if (terrain === 0) return 0;
  return Math.fround(Math.max(Math.fround(terrain * modulation), MIN_TERRAIN) * rate);
}
