// Where people were recorded: walls, where people head for, and where something is measured.
//
// The door and its room are the geometry that the examples of JuPedSim and PedPy give for the
// recording, the corner is geo.xml beside the recording in PedPy. The corridor has the width that
// its name says, around the middle of all recorded places.
import { box, type Obstacles } from '../scenes/scene.ts';
import type { Area, Person } from './recording.ts';

/** A place of which there is a recording. */
export interface Site {
  /** The file without '.txt.gz'. */
  readonly name: string;
  readonly obstacles: Obstacles;
  /** The rectangle that holds all obstacles and everywhere that people walk. */
  readonly ground: Area;
  /** Where somebody heads for. */
  goalOf(person: Person): { readonly x: number; readonly y: number };
  /** Whether `person` is out at (x, y), which depends on where that person began. */
  isOut(person: Person, x: number, y: number): boolean;
  /** Where speed over density is measured. */
  readonly area?: Area;
  /** Whether somebody is past the door. */
  readonly isPast?: (x: number, y: number) => boolean;
  /**
   * Where people begin: a disc that reaches over a border is moved inside. A recorded head may lean
   * over the border.
   */
  readonly walk: Area;
}

/** One half of the door: its post, the wall beside it and the wall of the room. */
const half = (side: number): number[][] =>
  [
    [0.7, -1.1, 0.7, 0, 0.4, 0, 0.25, -0.15, 0.25, -1.1],
    [0.55, -0.3, 3.05, -0.3, 3.05, 0, 0.55, 0],
    [2.8, -0.3, 3.05, -0.3, 3.05, 6.7, 2.8, 6.7],
  ].map((ring) => mirrored(ring, side));

/** A ring at the other side of x = 0, counter-clockwise as before. */
function mirrored(ring: readonly number[], side: number): number[] {
  const corners = Array.from({ length: ring.length / 2 }, (_, k) => [
    side * ring[2 * k],
    ring[2 * k + 1],
  ]);
  return (side < 0 ? corners.toReversed() : corners).flat();
}

/** A door of 0.5 m behind a room of 5.6 m; 75 people stand before it. */
export const DOOR: Site = {
  name: 'bottleneck_040_c_56_h',
  obstacles: [...half(1), ...half(-1)],
  ground: { minX: -5, minY: -6, maxX: 5, maxY: 9 },
  goalOf: () => ({ x: 0, y: -4 }),
  isOut: (_, __, y) => y < -1.8,
  isPast: (_, y) => y < 0,
  walk: { minX: -2.8, minY: 0, maxX: 2.8, maxY: 6.7 },
};

/** The y of the corridor's walls, in metres. */
const [LOW, HIGH] = [0.09, 4.09];
const isEastward = ({ x }: Person): boolean => x[x.length - 1] > x[0];

/** A corridor of 4 m in both directions. */
export const CORRIDOR: Site = {
  name: 'bi_corr_400_b_03',
  obstacles: [box(-40, LOW - 1, 40, LOW), box(-40, HIGH, 40, HIGH + 1)],
  ground: { minX: -41, minY: LOW - 2, maxX: 41, maxY: HIGH + 2 },
  goalOf: (person) => ({
    x: isEastward(person) ? 38 : -38,
    y: Math.max(LOW + 0.3, Math.min(HIGH - 0.3, person.y[0])),
  }),
  isOut: (person, x) => (isEastward(person) ? x > 4.4 : x < -5.5),
  area: { minX: -2.5, minY: LOW - 1, maxX: 1.5, maxY: LOW + 3 + 1 },
  walk: { minX: -6, minY: LOW, maxX: 6, maxY: HIGH },
};

/** A corridor of 3 m that turns by 90°. */
export const CORNER: Site = {
  name: 'corner_traj',
  obstacles: [box(0, 0, 7, 7), box(-4, -4, 7, -3), box(-4, -3, -3, 12)],
  ground: { minX: -5, minY: -5, maxX: 8, maxY: 13 },
  goalOf: ({ x }) => ({ x: Math.max(-2.7, Math.min(-0.3, x[x.length - 1])), y: 11 }),
  isOut: (_, __, y) => y > 4,
  area: { minX: -3, minY: 0, maxX: 0, maxY: 2 },
  walk: { minX: -3, minY: -3, maxX: 7, maxY: 0 },
};

export const SITES: readonly Site[] = [DOOR, CORRIDOR, CORNER];
