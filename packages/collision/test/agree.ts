import { sameArray } from '@wayfield/testing';
import * as assert from 'uvu/assert';
import {
  type AsyncCollisionSolver,
  type Bodies,
  type CellLevel,
  type CollisionSolver,
  type ExploreQueries,
  type Lists,
  type Pairs,
} from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';

function samePairs(actual: Pairs, expected: Pairs, what: string): void {
  if (actual.count !== expected.count || actual.total !== expected.total || actual.overflow) {
    throw new Error(
      `${what}: ${actual.count} of ${actual.total} pairs, expected ${expected.count}`,
    );
  }
  sameArray(actual.slots, expected.slots, what);
}

function sameLists(actual: Lists, expected: Lists, what: string): void {
  sameArray(actual.first, expected.first, `${what}: first`);
  sameArray(actual.slots, expected.slots, `${what}: slots`);
}

/**
 * Updates `solver` and `reference`, and compares every kind of answer. Throws at the first
 * difference. Returns the number of contacts.
 */
export async function agree(
  solver: CollisionSolver | AsyncCollisionSolver,
  reference: CollisionSolver,
  areas: ExploreQueries,
  radius: number,
  what: string,
): Promise<number> {
  const canonical = true;
  await solver.update();
  reference.update();
  const found = reference.explore(areas);
  sameLists(await solver.explore(areas, { canonical }), found, `${what}, explore first`);
  const contacts = reference.pairs();
  samePairs(await solver.pairs({ canonical }), contacts, `${what}, pairs`);
  sameLists(await solver.explore(areas, { canonical }), found, `${what}, explore after pairs`);
  const sightings = { of: 'sightings', canonical } as const;
  samePairs(await solver.pairs(sightings), reference.pairs(sightings), `${what}, sightings`);
  samePairs(await solver.candidates({ canonical }), reference.candidates(), `${what}, candidates`);
  if (solver.bodies.fixed) {
    for (const of of ['contacts', 'sightings'] as const) {
      const options = { of, fixed: false, canonical };
      samePairs(await solver.pairs(options), reference.pairs(options), `${what}, moving ${of}`);
      const near = reference.candidates(options);
      samePairs(await solver.candidates(options), near, `${what}, moving candidates`);
    }
  }
  sameLists(await solver.explore(areas, { canonical }), found, `${what}, explore after all pairs`);
  for (const options of [{ radius }, { k: 3 }, { k: 20, radius }]) {
    const name = `${what}, neighbours ${JSON.stringify(options)}`;
    const expected = reference.neighbours(options);
    sameLists(await solver.neighbours({ ...options, canonical }), expected, name);
  }
  const events = await solver.contacts();
  const expected = reference.contacts();
  for (const name of ['began', 'stayed', 'ended'] as const) {
    sameArray(events[name], expected[name], `${what}, contacts ${name}`);
  }
  return contacts.count;
}

/**
 * Throws unless, along x and y, bodies that touch are in the same or in neighbouring cells of the
 * level with the widest cells. z is not tested.
 */
export function cellsHold(levels: readonly CellLevel[], bodies: Bodies): void {
  for (let level = 1; level < levels.length; level++) {
    assert.ok(levels[level].side > levels[level - 1].side, 'the finest comes first');
  }
  const { origin, side } = levels[levels.length - 1];
  const cell = (at: number, axis: number): number => Math.floor((at - origin[axis]) / side);
  const { slots, count } = createReferenceSolver(bodies).pairs();
  assert.ok(count > 0);
  for (let p = 0; p < slots.length; p += 2) {
    for (const [axis, places] of [bodies.x, bodies.y].entries()) {
      const [a, b] = [places[slots[p]], places[slots[p + 1]]];
      assert.ok(Math.abs(cell(a, axis) - cell(b, axis)) <= 1, `pair ${p / 2}, axis ${axis}`);
    }
  }
}
