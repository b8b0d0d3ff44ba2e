import { MIN_TERRAIN } from './constants.ts';

/** What a cell lets through: `fround(terrain * modulation) * rate`, as types.ts says; `modulation` 1 = none. */
export function cellFactor(terrain: number, modulation: number, rate: number): number {
  if (terrain === 0) return 0;
  return Math.fround(Math.max(Math.fround(terrain * modulation), MIN_TERRAIN) * rate);
}
