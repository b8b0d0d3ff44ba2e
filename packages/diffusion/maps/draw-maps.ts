// Draws six maps of 32 x 32 cells to the descriptions that McMillan (2014) gives of the lost maps
// of the study's second set. Every feature is placed by hand. No feature is fitted to a figure that
// the study prints: the study's counts belong to maps of which only the descriptions are known.
//
// node --import tsx maps/draw-maps.ts        writes mcmillan-1.csv to mcmillan-6.csv beside this
// file
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const N = 32;
/**
 * Costs of entering a cell. The study names the tiles (grey, green, yellow, blue) and their order,
 * and no number. These are the costs of the landscapes that `wayfield-bench` generates.
 */
const ROCK = 0;
const GRASS = 1;
const SAND = 2;
const WATER = 8;
/** A bridge costs as much as grass. */
const BRIDGE = GRASS;

type Point = readonly [x: number, y: number];

/** A map while it is drawn: later features cover earlier ones. */
class Drawing {
  readonly cost = new Float32Array(N * N).fill(GRASS);

  /** Cells x0 to x1 and y0 to y1, both included. */
  box(tile: number, x0: number, y0: number, x1: number, y1: number): void {
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) this.set(tile, x, y);
  }

  /** Cells whose centres lie within an ellipse. */
  ellipse(tile: number, [cx, cy]: Point, rx: number, ry: number = rx): void {
    this.where(tile, (x, y) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1);
  }

  /** Cells whose centres lie within half of `width` of a line through the points. */
  course(tile: number, width: number, ...points: readonly Point[]): void {
    this.where(tile, (x, y) =>
      points.slice(1).some((end, i) => distanceToSegment([x, y], points[i], end) <= width / 2),
    );
  }

  private where(tile: number, inside: (x: number, y: number) => boolean): void {
    for (let y = 0; y < N; y++) for (let x = 0; x < N; x++) if (inside(x, y)) this.set(tile, x, y);
  }

  private set(tile: number, x: number, y: number): void {
    this.cost[y * N + x] = tile;
  }
}

function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/**
 * "Small beach with a lake in the centre, a river with a small wooden bridge, several impassable
 * areas."
 */
function lakeAndRiver(map: Drawing): void {
  map.ellipse(SAND, [15.5, 15.5], 5.3, 4.8);
  map.ellipse(WATER, [15.5, 15.5], 3.4, 3);
  map.course(WATER, 2.9, [32, 9], [28, 13], [26, 19], [20, 25], [13, 27], [8, 32]);
  map.box(BRIDGE, 25, 16, 28, 16);
  map.box(ROCK, 4, 9, 7, 10);
  map.box(ROCK, 10, 3, 11, 6);
  map.box(ROCK, 20, 5, 24, 6);
  map.box(ROCK, 3, 20, 4, 24);
  map.box(ROCK, 13, 22, 16, 23);
  map.box(ROCK, 29, 22, 30, 25);
}

/** "More terrain and obstacles": about half of the cells cost other than 1. */
function roughCountry(map: Drawing): void {
  map.ellipse(SAND, [26, 4.5], 6.4, 5);
  map.ellipse(WATER, [26.5, 4], 4.6, 3.2);
  map.ellipse(SAND, [5, 26], 6.4, 5.2);
  map.ellipse(WATER, [4.5, 26.5], 4.4, 3.4);
  map.course(SAND, 4.6, [0, 9], [9, 12], [17, 17], [24, 19], [32, 18]);
  map.course(WATER, 2.5, [0, 9], [9, 12], [17, 17], [24, 19], [32, 18]);
  map.box(SAND, 11, 0, 13, 4);
  map.ellipse(SAND, [20, 27], 4.4, 2.6);
  map.box(SAND, 28, 24, 31, 26);
  map.box(ROCK, 4, 4, 9, 5);
  map.box(ROCK, 13, 7, 14, 10);
  map.box(ROCK, 18, 9, 19, 14);
  map.box(ROCK, 22, 12, 28, 13);
  map.box(ROCK, 2, 14, 3, 17);
  map.box(ROCK, 8, 17, 12, 18);
  map.box(ROCK, 16, 21, 17, 24);
  map.box(ROCK, 21, 22, 24, 22);
  map.box(ROCK, 26, 23, 27, 27);
  map.box(ROCK, 13, 28, 14, 31);
  map.box(ROCK, 22, 29, 26, 29);
}

/** "Maze-like, with several areas of high cost." */
function maze(map: Drawing): void {
  map.box(WATER, 13, 1, 17, 4);
  map.box(SAND, 2, 4, 6, 6);
  map.box(SAND, 26, 2, 30, 6);
  map.box(WATER, 15, 9, 19, 13);
  map.box(SAND, 1, 10, 4, 14);
  map.box(WATER, 12, 17, 16, 20);
  map.box(SAND, 19, 18, 23, 21);
  map.box(WATER, 3, 25, 8, 28);
  map.box(SAND, 14, 25, 18, 29);
  map.box(WATER, 27, 17, 30, 20);
  // Three walls from side to side with a gap each. The gaps lie right, left and right.
  map.box(ROCK, 0, 7, 21, 7);
  map.box(ROCK, 25, 7, 31, 7);
  map.box(ROCK, 0, 15, 5, 15);
  map.box(ROCK, 9, 15, 31, 15);
  map.box(ROCK, 0, 23, 23, 23);
  map.box(ROCK, 27, 23, 31, 23);
  // Walls between them: rooms, bends and dead ends.
  map.box(ROCK, 7, 0, 7, 3);
  map.box(ROCK, 11, 4, 11, 7);
  map.box(ROCK, 19, 0, 19, 3);
  map.box(ROCK, 25, 3, 25, 7);
  map.box(ROCK, 13, 7, 13, 10);
  map.box(ROCK, 20, 11, 20, 15);
  map.box(ROCK, 26, 10, 31, 10);
  map.box(ROCK, 5, 10, 5, 15);
  map.box(ROCK, 11, 18, 11, 23);
  map.box(ROCK, 17, 15, 17, 19);
  map.box(ROCK, 24, 15, 24, 18);
  map.box(ROCK, 0, 19, 6, 19);
  map.box(ROCK, 9, 26, 9, 31);
  map.box(ROCK, 20, 23, 20, 27);
  map.box(ROCK, 0, 29, 5, 29);
  map.box(ROCK, 24, 28, 24, 31);
}

/** "No path to the goal": a ridge from side to side separates start and goal. */
function sealed(map: Drawing): void {
  map.ellipse(SAND, [8.5, 22.5], 5.3, 4.8);
  map.ellipse(WATER, [8.5, 22.5], 3.4, 3);
  map.ellipse(SAND, [24, 4], 4.3, 2.4);
  map.course(WATER, 2.5, [22, 11], [21, 17], [24, 24], [22, 32]);
  map.box(ROCK, 0, 11, 8, 12);
  map.box(ROCK, 8, 10, 18, 11);
  map.box(ROCK, 18, 9, 31, 10);
  map.box(ROCK, 13, 16, 16, 17);
  map.box(ROCK, 27, 18, 28, 22);
  map.box(ROCK, 14, 26, 18, 27);
  map.box(ROCK, 5, 4, 6, 7);
}

/**
 * "A large section of water with a cheaper area of sand across the centre": every path has to
 * cross.
 */
function crossing(map: Drawing): void {
  map.course(WATER, 15, [-8, 22], [8, 18], [23, 14], [40, 9]);
  map.course(SAND, 4.5, [20, 5], [17, 12], [17, 18], [21, 25]);
}

const DRAW: readonly ((map: Drawing) => void)[] = [
  () => {},
  lakeAndRiver,
  roughCountry,
  maze,
  sealed,
  crossing,
];

/** Numbers of the maps. */
export const MAPS: readonly number[] = DRAW.map((_, i) => i + 1);

/** Costs of the map's cells, row by row. Start is the first cell, goal the last one. */
export function drawMap(number: number): Float32Array {
  const map = new Drawing();
  DRAW[number - 1](map);
  return map.cost;
}

/** The map as the text of its file: a row of cells per line. */
export function mapCsv(number: number): string {
  const cost = drawMap(number);
  const rows = Array.from({ length: N }, (_, y) => cost.subarray(y * N, (y + 1) * N).join(','));
  return `${rows.join('\n')}\n`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const number of MAPS) {
    writeFileSync(new URL(`mcmillan-${number}.csv`, import.meta.url), mapCsv(number));
  }
}
