// Solvers for environments: timed ones, and an R-tree as the rival of the model.
import type { AsyncCollisionSolver, Bodies, CollisionSolver } from '@wayfield/collision';
import { createTreeSolver } from '@wayfield/collision/reference';

/** Milliseconds that an environment spent in its solver. */
export interface SolverTimes {
  update: number;
  pairs: number;
  explore: number;
}

/** Wraps a solver; the milliseconds of its calls are added up in `times`. */
export function timedSolver(
  solver: CollisionSolver | AsyncCollisionSolver,
  times: SolverTimes,
): AsyncCollisionSolver {
  const timed =
    <Args extends unknown[], T>(part: keyof SolverTimes, call: (...args: Args) => T | Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const start = performance.now();
      try {
        return await call(...args);
      } finally {
        times[part] += performance.now() - start;
      }
    };
  return {
    backend: solver.backend,
    bodies: solver.bodies,
    get grid() {
      return solver.grid;
    },
    get memoryBytes() {
      return solver.memoryBytes;
    },
    update: timed('update', () => solver.update()),
    pairs: timed('pairs', (options) => solver.pairs(options)),
    candidates: async (options) => solver.candidates(options),
    neighbours: async (options) => solver.neighbours(options),
    explore: timed('explore', (queries, options) => solver.explore(queries, options)),
    contacts: async () => solver.contacts(),
    destroy: () => solver.destroy(),
  };
}

/** An R-tree of flatbush, built again at each update: what a JavaScript environment would use. */
export async function createFlatbushSolver(bodies: Bodies): Promise<CollisionSolver> {
  const { default: Flatbush } = await import('flatbush');
  return createTreeSolver(bodies, Flatbush);
}
