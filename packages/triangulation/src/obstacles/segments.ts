import { createMarks, type Marks } from '../triangulation/regions.ts';
import type { SnapGrid } from './snap.ts';

/** What one obstacle has put into the triangulation. */
export interface Obstacle {
  /** Closed rings, and open lines without an inside: runs of segments. */
  readonly parts: readonly Part[];
  /**
   * What covering adds to `depth`: 1 for an obstacle, -1 for the boundary, whose inside is free.
   */
  readonly sign: 1 | -1;
}

/** One ring or open line of an obstacle: the segments `first .. end - 1`. */
export interface Part {
  readonly first: number;
  readonly end: number;
  readonly isRing: boolean;
}

/** The segments of all obstacles, by number. Numbers are given out in runs, and reused. */
export interface Segments {
  /** The vertices where each segment begins and ends. */
  from: Int32Array;
  to: Int32Array;
  /** The obstacle of each segment, once all of the obstacle is laid. */
  owner: (Obstacle | undefined)[];
  /** The grid that all vertices lie on; undefined if the input was not snapped. */
  readonly grid: SnapGrid | undefined;
  /** Numbers below this were given out, those of free runs included. */
  count: number;
  /**
   * 'trying' while `tryObstacles` lays the first segments without snap rounding, on the assumption
   * that none crosses another one. 'failed' once one does: no further segments are laid. 'over'
   * after a successful attempt, and where no attempt is made.
   */
  attempt: 'trying' | 'failed' | 'over';
  /** Scratch of `trianglesInside` and `trianglesNear`. */
  readonly marks: Marks;
  /** The first numbers of free runs, by the length of the run. A run is reused as a whole. */
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

/** Takes `length` consecutive numbers and returns the first. */
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

/** Frees the numbers `first .. first + length - 1`, which `takeSegments` gave out as one run. */
export function giveSegments(s: Segments, first: number, length: number): void {
  for (let i = first; i < first + length; i++) s.owner[i] = undefined;
  const list = s.free.get(length);
  if (list) list.push(first);
  else s.free.set(length, [first]);
}

/** Marks the current attempt as failed. Returns false if no attempt is being made. */
export function fail(s: Segments): boolean {
  if (s.attempt === 'over') return false;
  s.attempt = 'failed';
  return true;
}
