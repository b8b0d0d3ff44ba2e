import type { Obstacle } from './obstacles.ts';
import { createMarks, type Marks } from './regions.ts';
import type { SnapGrid } from './snap.ts';

/** Input segments by number: the vertices where they begin and end. Runs of numbers are handed out and taken back. */
export interface Segments {
  from: Int32Array;
  to: Int32Array;
  /** The obstacle a segment belongs to, once that is complete. */
  owner: (Obstacle | undefined)[];
  /** The grid that all vertices lie on, where the input was put on one. */
  readonly grid: SnapGrid | undefined;
  count: number;
  /**
   * 'trying' while the first segments are laid in the hope that none crosses another one or passes a vertex so close that it has to be
   * led over it; 'failed' when one does: it and the later ones are not laid then. 'over' from then on.
   */
  attempt: 'trying' | 'failed' | 'over';
  /** Scratch of `trianglesInside`. */
  readonly marks: Marks;
  /** Free runs by their length. */
  free: Map<number, number[]>;
}

export function createSegments(grid?: SnapGrid): Segments {
  return {
    grid,
    from: new Int32Array(64),
    to: new Int32Array(64),
    owner: [],
    count: 0,
    attempt: 'over',
    marks: createMarks(),
    free: new Map(),
  };
}

/** The first of `length` consecutive numbers. */
export function takeSegments(s: Segments, length: number): number {
  const reused = s.free.get(length)?.pop();
  if (reused !== undefined) return reused;
  const first = s.count;
  s.count += length;
  if (s.count > s.from.length) {
    const room = Math.max(s.count, s.from.length * 2);
    for (const key of ['from', 'to'] as const) {
      const larger = new Int32Array(room);
      larger.set(s[key]);
      s[key] = larger;
    }
  }
  return first;
}

export function giveSegments(s: Segments, first: number, length: number): void {
  for (let i = first; i < first + length; i++) s.owner[i] = undefined;
  const list = s.free.get(length);
  if (list) list.push(first);
  else s.free.set(length, [first]);
}

/** Whether this is an attempt; it has failed then. */
export function fail(s: Segments): boolean {
  if (s.attempt === 'over') return false;
  s.attempt = 'failed';
  return true;
}
