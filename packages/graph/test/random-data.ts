import fc from 'fast-check';
import { buildGraph, buildGrid, type Graph, type Grid, SMALLEST_WEIGHT } from '../src/index.ts';

/**
 * Graphs of 1 to 12 nodes with parallel arcs, self-loops, zero weights, half of them with
 * coordinates.
 */
export const anyGraph: fc.Arbitrary<Graph> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.boolean(), fc.boolean(), fc.boolean())
  .chain(([nodeCount, undirected, placed, exact]) => {
    const node = fc.nat(nodeCount - 1);
    const weight = exact ? fc.nat(3) : fc.float({ min: 0, max: 8, noNaN: true });
    // no graph has weights below 2^-126
    const allowed = (w: number): number => (w < SMALLEST_WEIGHT ? 0 : w);
    const place = fc.array(fc.nat(4), { minLength: nodeCount, maxLength: nodeCount });
    return fc
      .tuple(fc.array(fc.tuple(node, node, weight), { maxLength: 4 * nodeCount }), place, place)
      .map(([list, x, y]) =>
        buildGraph(
          {
            nodeCount,
            tail: list.map((arc) => arc[0]),
            head: list.map((arc) => arc[1]),
            weight: list.map(([u, v, w]) =>
              allowed(placed ? w / 8 + Math.hypot(x[u] - x[v], y[u] - y[v]) : w),
            ),
            ...(placed ? { x, y } : {}),
          },
          { undirected },
        ),
      );
  });

/** Grids of 1 to 7 by 1 to 7 cells under every rule; uniform or weighted. */
export const anyGrid: fc.Arbitrary<Grid> = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }), fc.boolean())
  .chain(([width, height, uniform]) =>
    fc
      .tuple(
        fc.array(fc.constantFrom(0, 1, 1, uniform ? 1 : 1.7, uniform ? 1 : 0.3), {
          minLength: width * height,
          maxLength: width * height,
        }),
        fc.constantFrom(1, 0.1),
        fc.constantFrom(4 as const, 8 as const),
        fc.constantFrom('never' as const, 'one-open' as const, 'always' as const),
      )
      .map(([cost, factor, neighbours, corners]) =>
        buildGrid({ width, height, cost: cost.map((c) => c * factor), neighbours, corners }),
      ),
  );
