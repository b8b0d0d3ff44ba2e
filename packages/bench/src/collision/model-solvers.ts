// Solvers for environments: timed ones, and an R-tree as the baseline of the model.
import type {
  AsyncCollisionSolver,
  Bodies,
  CollisionSolver,
  ExploreQueries,
  Lists,
  Pairs,
} from '@wayfield/collision';
import { MASSIVE, touches } from '@wayfield/collision';

/** Milliseconds that an environment spent in its solver. */
export interface SolverTimes {
  update: number;
  pairs: number;
  explore: number;
}

/** The solver, with what its calls take added up in `times`. */
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

/**
 * Massive circles in an R-tree of flatbush, made anew at each update: what an environment in JavaScript would
 * stand on. Answers pairs and explores of circles, in canonical order, and nothing else.
 */
export async function createTreeSolver(bodies: Bodies): Promise<CollisionSolver> {
  const { default: Flatbush } = await import('flatbush');
  let tree: InstanceType<typeof Flatbush> | undefined;
  const slotOf: number[] = [];
  const taken = { x: bodies.x, y: bodies.y, radius: bodies.radius };

  function take(): void {
    slotOf.length = 0;
    const { end, kind, x, y, radius } = bodies;
    for (let slot = 0; slot < end; slot++) if (kind[slot] === MASSIVE) slotOf.push(slot);
    Object.assign(taken, { x: x.slice(0, end), y: y.slice(0, end), radius: radius.slice(0, end) });
    tree = slotOf.length > 0 ? new Flatbush(slotOf.length) : undefined;
    for (const slot of slotOf) addBox(x[slot], y[slot], radius[slot] * GROWTH);
    tree?.finish();
  }
  function addBox(x: number, y: number, r: number): void {
    tree!.add(x - r, y - r, x + r, y + r);
  }
  function near(x: number, y: number, r: number): number[] {
    const found = tree?.search(x - r, y - r, x + r, y + r) ?? [];
    return found.map((i) => slotOf[i]).sort((a, b) => a - b);
  }
  const groupOf = (slot: number): number => bodies.group?.[slot] ?? 1;
  const maskOf = (slot: number): number => bodies.mask?.[slot] ?? 0xffffffff;
  const absent = (): never => {
    throw new Error('the R-tree answers pairs and explores of circles only');
  };
  take();
  return {
    backend: 'reference',
    bodies,
    grid: 'none',
    memoryBytes: 0,
    update: take,
    pairs(): Pairs {
      const slots: number[] = [];
      for (const a of slotOf) {
        for (const b of near(taken.x[a], taken.y[a], taken.radius[a] * GROWTH)) {
          if (b <= a || (groupOf(a) & maskOf(b)) === 0 || (groupOf(b) & maskOf(a)) === 0) continue;
          if (touches(taken, a, taken, b)) slots.push(a, b);
        }
      }
      const count = slots.length / 2;
      return { count, total: count, overflow: false, slots: Uint32Array.from(slots) };
    },
    explore(queries: ExploreQueries): Lists {
      const { count, x, y, radius, mask, self } = queries;
      const first = new Uint32Array(count + 1);
      const slots: number[] = [];
      for (let i = 0; i < count; i++) {
        for (const b of near(x[i], y[i], (radius?.[i] ?? 0) * GROWTH)) {
          if (b === self?.[i] || (groupOf(b) & (mask?.[i] ?? 0xffffffff)) === 0) continue;
          if (touches(queries, i, taken, b)) slots.push(b);
        }
        first[i + 1] = slots.length;
      }
      const total = slots.length;
      return { count, first, total, overflow: false, slots: Uint32Array.from(slots) };
    },
    candidates: absent,
    neighbours: absent,
    contacts: absent,
    destroy() {},
  };
}

/** Boxes are a little larger than circles, so that rounding loses none. */
const GROWTH = 1 + 2 ** -12;
