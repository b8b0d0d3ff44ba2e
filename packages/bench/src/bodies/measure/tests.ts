import { type World, worldWithShare } from './worlds.ts';

/** A direct test of the study: random circles of a range of radii. */
export interface CollisionTest {
  readonly name: string;
  readonly description: string;
  readonly radius: readonly [number, number];
  /** Numbers of bodies. */
  readonly sizes: readonly number[];
}

/** The study's numbers of agents, and on to ten million. */
export const SIZES: readonly number[] = [
  50, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 1_500_000, 5_000_000,
  10_000_000,
];
/** The share of bodies that touch another one: the study scales its worlds to 10 to 20 %. */
export const SHARE = 0.15;

const MILLION = [1_000_000];

/**
 * T1 to T4 of Kayser, *Entwicklung und Integration einer GPU-Unterstützung* (2018), section 7.1.
 * The text of T3 says radii to 100, its captions say 30: both are tests here. T4 stretches the
 * radii of a million bodies up to a factor of 256.
 */
export const COLLISION_TESTS: readonly CollisionTest[] = [
  { name: 'T1', description: 'circles of radius 2', radius: [2, 2], sizes: SIZES },
  { name: 'T2', description: 'radii 2 to 10', radius: [2, 10], sizes: SIZES },
  { name: 'T3', description: 'radii 2 to 30', radius: [2, 30], sizes: SIZES },
  { name: 'T3b', description: 'radii 2 to 100', radius: [2, 100], sizes: SIZES },
  { name: 'T4-1', description: 'radius 2', radius: [2, 2], sizes: MILLION },
  { name: 'T4-4', description: 'radii 2 to 8', radius: [2, 8], sizes: MILLION },
  { name: 'T4-16', description: 'radii 2 to 32', radius: [2, 32], sizes: MILLION },
  { name: 'T4-64', description: 'radii 2 to 128', radius: [2, 128], sizes: MILLION },
  { name: 'T4-256', description: 'radii 2 to 512', radius: [2, 512], sizes: MILLION },
];

/** The world of a test with this number of bodies. */
export function testWorld(
  { name, radius }: CollisionTest,
  count: number,
  dimensions: 2 | 3 = 2,
): World {
  return worldWithShare({ name, dimensions, count, radius }, SHARE);
}
