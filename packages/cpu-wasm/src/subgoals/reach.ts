import { DIAGONAL_TICKS } from '@wayfield/graph';

/** Sums of ticks below this are exact in f32. */
const EXACT_BELOW = 2 ** 24;
/** A path of at most this many steps is shorter than EXACT_BELOW, even if all are diagonal. */
const MOST_STEPS = Math.floor((EXACT_BELOW - 1) / DIAGONAL_TICKS);

/**
 * Throws RangeError where a shortest path may have more ticks than f32 adds up exactly. If
 * breadth-first search from one cell of a component takes at most k steps to any other cell, then
 * no two cells are more than 2 k steps apart. The bound is tried from any cell first, then from a
 * cell in the middle of the component, where it is smaller.
 */
export function checkSteps(moves: Uint8Array, width: number): void {
  const breadth = createBreadth(moves, width);
  const seen = new Uint8Array(moves.length);
  for (let start = 0; start < moves.length; start++) {
    if (moves[start] === 0 || seen[start] === 1) continue;
    const { steps, last } = breadth.from(start);
    breadth.each((cell) => (seen[cell] = 1));
    if (2 * steps <= MOST_STEPS) continue;
    // the middle of a path between two far cells is about the middle of the component
    const far = breadth.from(last);
    const middle = breadth.from(breadth.back(far.last, far.steps >> 1));
    if (2 * middle.steps > MOST_STEPS) {
      throw new RangeError(
        `paths on the grid may have ${2 * middle.steps} steps; subgoals allow ${MOST_STEPS}: ` +
          'take jps+',
      );
    }
  }
}

/** Breadth-first searches over the moves of a grid. */
interface Breadth {
  /** Searches from a cell. Returns the steps to the farthest cells, and the last of these cells. */
  from(start: number): { steps: number; last: number };
  /** Visits the cells of the last search. */
  each(visit: (cell: number) => void): void;
  /** The cell `steps` steps before a cell of the last search. */
  back(cell: number, steps: number): number;
}

function createBreadth(moves: Uint8Array, width: number): Breadth {
  // E, W, S, N, SE, SW, NE, NW as in assembly/grid/moves.ts
  const deltas = [1, -1, width, -width, width + 1, width - 1, 1 - width, -1 - width];
  const queue = new Uint32Array(moves.length);
  const before = new Uint32Array(moves.length);
  const number = new Uint32Array(moves.length);
  let count = 0;
  let search = 0;
  return {
    from(start) {
      search++;
      queue[0] = start;
      before[start] = start;
      number[start] = search;
      count = 1;
      let steps = -1;
      for (let from = 0; from < count; steps++) {
        for (const end = count; from < end; from++) {
          const cell = queue[from];
          const set = moves[cell];
          for (let d = 0; d < 8; d++) {
            const next = cell + deltas[d];
            if ((set & (1 << d)) === 0 || number[next] === search) continue;
            number[next] = search;
            before[next] = cell;
            queue[count++] = next;
          }
        }
      }
      return { steps, last: queue[count - 1] };
    },
    each(visit) {
      for (let i = 0; i < count; i++) visit(queue[i]);
    },
    back(cell, steps) {
      for (let i = 0; i < steps; i++) cell = before[cell];
      return cell;
    },
  };
}
