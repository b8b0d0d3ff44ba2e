import { buildGrid, buildQueries, type CornerRule, type Grid, type Queries } from '@wayfield/graph';
import fc from 'fast-check';

export const CORNERS: readonly CornerRule[] = ['never', 'one-open', 'always'];

/** A map drawn with `.` for open and `#` for blocked cells. */
export function draw(rows: readonly string[], options: Partial<Grid> = {}): Grid {
  const cells = [...rows.join('')];
  return buildGrid({
    ...options,
    width: rows[0].length,
    height: rows.length,
    cost: cells.map((cell) => (cell === '#' ? 0 : 1)),
  });
}

/** Small grids of every kind: 4 and 8 neighbours, all corner rules, uniform or weighted. */
export function anyGrid({ weighted = true } = {}): fc.Arbitrary<Grid> {
  const uniform = [[1], [2.5]];
  return fc
    .record({
      width: fc.integer({ min: 1, max: 12 }),
      height: fc.integer({ min: 1, max: 12 }),
      density: fc.integer({ min: 0, max: 60 }),
      neighbours: fc.constantFrom(4 as const, 8 as const),
      corners: fc.constantFrom(...CORNERS),
      factors: fc.constantFrom(
        ...uniform,
        ...(weighted
          ? [
              [1, 2, 7],
              [0.1, 0.3, 1, 9.7],
            ]
          : []),
      ),
      seed: fc.integer(),
    })
    .map(({ width, height, density, neighbours, corners, factors, seed }) => {
      const random = numbers(seed);
      const cost = Array.from({ length: width * height }, () =>
        random() * 100 < density ? 0 : factors[Math.floor(random() * factors.length)],
      );
      return buildGrid({ width, height, cost, neighbours, corners });
    });
}

/** `count` random pairs of cells, blocked ones included. */
export function randomPairs(grid: Grid, count: number, seed: number): Queries {
  const random = numbers(seed);
  const cell = (): number => Math.floor(random() * grid.width * grid.height);
  return buildQueries(Array.from({ length: count }, () => [cell(), cell()] as const));
}

/** A mulberry32 generator: numbers in [0, 1). */
export function numbers(seed: number): () => number {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
