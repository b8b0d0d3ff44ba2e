import * as assert from 'uvu/assert';
import type { Census } from '../src/scenes/antelopes/solver.ts';
import { touchingPairs } from './touching-pairs.ts';

/** What the scene of collisions tells. */
export interface CollisionsState {
  readonly pairs: number;
  readonly cells: number;
  readonly x: number[];
  readonly y: number[];
  readonly radius: number[];
}

/** As many pairs as there are where all are asked. */
export function collisionsAgree({ pairs, x, y, radius }: CollisionsState): void {
  const known = touchingPairs(x, y, radius);
  assert.ok(known > 10, `${known} pairs`);
  assert.is(pairs, known);
}

/** What the scene of antelopes and lions tells. */
export interface SavannaState {
  readonly ticks: number;
  readonly first: { readonly antelopes: number; readonly lions: number };
  readonly antelopes: Census;
  readonly lions: Census;
  readonly antelopePlaces: number[];
  readonly lionPlaces: number[];
  readonly walls: number;
}

/** Everybody who lives was there, was born or came, and neither starved nor was caught. */
export function savannaBalances(state: SavannaState): void {
  const { first, antelopes, lions, antelopePlaces, lionPlaces } = state;
  const living = (count: number, { born, arrived, starved, caught }: Census): number =>
    count + born + arrived - starved - caught;
  assert.is(antelopes.alive, living(first.antelopes, antelopes));
  assert.is(lions.alive, living(first.lions, lions));
  assert.equal([antelopePlaces.length, lionPlaces.length], [antelopes.alive, lions.alive]);
}
