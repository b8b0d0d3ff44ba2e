import { sameArray } from '@wayfield/testing';
import type {
  AsyncCollisionSolver,
  CollisionSolver,
  ExploreQueries,
  Lists,
  Pairs,
} from '../src/index.ts';

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
 * Every answer of `solver` for the bodies as they are, against the reference's; throws at the first
 * difference. Both are updated.
 */
export async function agree(
  solver: CollisionSolver | AsyncCollisionSolver,
  reference: CollisionSolver,
  areas: ExploreQueries,
  radius: number,
  what: string,
): Promise<void> {
  const canonical = true;
  await solver.update();
  reference.update();
  const found = reference.explore(areas);
  sameLists(await solver.explore(areas, { canonical }), found, `${what}, explore first`);
  samePairs(await solver.pairs({ canonical }), reference.pairs(), `${what}, pairs`);
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
}
