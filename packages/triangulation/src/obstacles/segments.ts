import { createMarks, type Marks, reserveMarks } from '../triangulation/regions.ts';
import { reserveVertex, type Triangulation } from '../triangulation/triangulation.ts';
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
  /** While an obstacle is added: the vertices that `addHotPixel` gave. */
  made: number[] | undefined;
  /** Whether memory ended in the last call of `reserveStep`, which changes nothing then. */
  isShort: boolean;
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
    made: undefined,
    isShort: false,
    free: new Map(),
  };
}

/**
 * Makes room for `length` more numbers. If memory ends, throws, and nothing has changed.
 */
export function reserveSegments(s: Segments, length: number): void {
  if (s.count + length <= s.from.length) return;
  const room = Math.max(s.count + length, s.from.length * 2);
  const [from, to] = [new Int32Array(room), new Int32Array(room)];
  from.set(s.from);
  to.set(s.to);
  Object.assign(s, { from, to });
}

/** Takes `length` consecutive numbers and returns the first. */
export function takeSegments(s: Segments, length: number): number {
  const reused = s.free.get(length)?.pop();
  if (reused !== undefined) return reused;
  reserveSegments(s, length);
  const first = s.count;
  s.count += length;
  return first;
}

/**
 * Makes room in typed arrays for all that the next step of a change adds: one vertex, its
 * triangles, and marks. Steps without a new vertex need no more room. If memory ends, throws, and
 * sets `isShort`: between two steps a change can be taken back.
 */
export function reserveStep(t: Triangulation, s: Segments): void {
  s.isShort = true;
  reserveVertex(t);
  reserveMarks(s.marks, t);
  s.isShort = false;
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
