// Checks agents that a snapshot has brought: kernels rely on the ranges of traits.
import { refuse } from '@wayfield/check';
import type { Engine } from '../engine.ts';
import { type Bounds, FREE, SETTLED } from '../types.ts';
import type { Columns } from './columns.ts';
import { MOST_GENERATIONS } from './ids.ts';
import { storedRanges } from './rules.ts';

/** Traits that are no columns, by their number in `traitOf` of the kernels. */
const TRAITS: Readonly<Record<string, number>> = {
  maxSpeed: 0,
  horizon: 1,
  wallHorizon: 2,
  neighbourDistance: 3,
  priority: 4,
  storey: 7,
  maxNeighbours: 8,
};

/**
 * Throws RangeError for a slot below `end` with values that no crowd with these bounds writes.
 * Group, mask, level and stall may have any value. Each step checks preferred velocities. Nothing
 * checks `x` and `y`: only renderers read them.
 */
export function checkStored(
  { kernels }: Engine,
  columns: Columns,
  end: number,
  limits: Bounds,
): void {
  const { status, generation } = columns;
  const check = (name: string, slot: number, value: number, least: number, most: number): void => {
    if (value >= least && value <= most) return;
    refuse(`${name} of slot ${slot} in snapshot.bytes`, value, `a number from ${least} to ${most}`);
  };
  for (let slot = 0; slot < end; slot++) {
    check('status', slot, status[slot], FREE, SETTLED);
    check('generation', slot, generation[slot], 0, MOST_GENERATIONS - 1);
  }
  for (const [name, [least, most]] of Object.entries(storedRanges(limits))) {
    const trait = TRAITS[name] as number | undefined;
    const column = columns[name as keyof Columns];
    for (let slot = 0; slot < end; slot++) {
      if (status[slot] === FREE) continue;
      const value = trait === undefined ? column[slot] : kernels.traitOf(slot, trait);
      check(name, slot, value, least, most);
    }
  }
}
