// Lines of sight for discs, on grids and on surfaces of meshes.
import { callback, checkOptions, object, typed } from '@wayfield/check';
import { lineOfSightAlong } from '@wayfield/graph/sight';
import type { Grid } from '@wayfield/graph';
import type { CellPlaces } from '../walls/of-grid.ts';
import { PLACE_RULES, side } from './rules.ts';

/**
 * Whether a disc can go straight from a to b. Coordinates and radius in metres. The same question
 * must get the same answer until the map changes.
 */
export type Sight = (ax: number, ay: number, bx: number, by: number, radius: number) => boolean;

/**
 * `Sight` with its numbers in one array: engines may box numbers that are passed in a call, and do
 * not box those of an array. Entries: 0, 1: a; 2, 3: b; 4: radius. b lies on a side of a path: 5, 6
 * and 7, 8 are the ends of the side, and 9 is the part of the side before b, 0 to 1. `sightOfWalls`
 * computes b from entries 5 to 9 in f32, as the GPU does.
 */
export type LineSight = (line: Float64Array) => boolean;

/** The line sights of the sights that `sightOf` made. */
const lineSights = new WeakMap<Sight, LineSight>();

/** A sight of any kind as a line sight. */
export function lineSightOf(sees: Sight): LineSight {
  return lineSights.get(sees) ?? ((line) => sees(line[0], line[1], line[2], line[3], line[4]));
}

/** Entries of the array that a `LineSight` takes. */
export const LINE_NUMBERS = 10;

/** A line sight as a sight, which `lineSightOf` turns back. */
export function sightOf(looks: LineSight): Sight {
  const line = new Float64Array(LINE_NUMBERS);
  const sees: Sight = (ax, ay, bx, by, radius) => {
    line[0] = ax;
    line[1] = ay;
    line[2] = line[5] = line[7] = bx;
    line[3] = line[6] = line[8] = by;
    line[4] = radius;
    return looks(line);
  };
  lineSights.set(sees, looks);
  return sees;
}

/** Straight moves and their answers, of which `sightOfSurface` reads the status. */
interface RayRows {
  readonly count: number;
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  readonly radius: Float64Array;
}

/** What `sightOfSurface` asks of a `Surface` of `@wayfield/surface`. */
export interface RaySurface {
  raycastAll(rows: RayRows, out?: never): { readonly status: Uint8Array };
}

/** Factor of radii in sight: below 1, so that a disc that touches a wall sees along the wall. */
export const SLACK: number = 1 - 2 ** -10;
/** `CLEAR` of a surface: no wall is met. */
const CLEAR = 1;

const surfaceRule = /* @__PURE__ */ object({ raycastAll: callback }, 'a Surface');
const gridRule = /* @__PURE__ */ object(
  { width: side, height: side, cost: /* @__PURE__ */ typed(Float32Array) },
  'a Grid',
);

/**
 * Lines of sight on the surface of a mesh, for discs of any radius. Follows the changes of a
 * `NavMesh`.
 *
 * @example
 * const sees = sightOfSurface(createSurface(mesh));
 * const guide = createPathGuide(crowd, { sees, plan: (requests) => polyanya.run(requests) });
 * crowd.follow(guide);
 * crowd.step(1 / 60);
 */
export function sightOfSurface(surface: RaySurface): Sight {
  surfaceRule(surface, 'surface');
  const one = (): Float64Array => new Float64Array(1);
  const rows = { count: 1, ax: one(), ay: one(), bx: one(), by: one(), radius: one() };
  let out: unknown;
  return sightOf((line) => {
    rows.ax[0] = line[0];
    rows.ay[0] = line[1];
    rows.bx[0] = line[2];
    rows.by[0] = line[3];
    rows.radius[0] = SLACK * line[4];
    // the object that the first call returns is written again by all later calls
    const hits = surface.raycastAll(rows, out as never);
    out = hits;
    return hits.status[0] === CLEAR;
  });
}

/**
 * Lines of sight on a grid. A disc can go straight if parallel lines over its width, at most a cell
 * apart, enter no blocked cell. No blocked cell fits between two neighbouring lines. The costs of
 * the grid are read at each call, so changes count at once.
 *
 * @example
 * const sees = sightOfGrid(grid, { cellSize: 0.5 });
 * const guide = createPathGuide(crowd, { sees, plan: (requests) => polyanya.run(requests) });
 * crowd.follow(guide);
 * crowd.step(1 / 60);
 */
export function sightOfGrid(grid: Grid, options: CellPlaces = {}): Sight {
  gridRule(grid, 'grid');
  checkOptions('sightOfGrid', options, PLACE_RULES);
  const { cellSize = 1, originX = 0, originY = 0 } = options;
  const row = new Float64Array(4);
  return sightOf((line) => {
    const sx = (line[0] - originX) / cellSize;
    const sy = (line[1] - originY) / cellSize;
    const ex = (line[2] - originX) / cellSize;
    const ey = (line[3] - originY) / cellSize;
    const length = Math.sqrt((ex - sx) * (ex - sx) + (ey - sy) * (ey - sy));
    const reach = (SLACK * line[4]) / cellSize;
    // At least the middle line and one line on each side. For a radius of 0, and for a move of
    // length 0, the middle line alone.
    const lines = length > 0 && reach > 0 ? 2 * Math.ceil(reach) : 0;
    for (let k = 0; k <= lines; k++) {
      const off = lines === 0 ? 0 : reach * ((2 * k) / lines - 1);
      const nx = off === 0 ? 0 : (-(ey - sy) / length) * off;
      const ny = off === 0 ? 0 : ((ex - sx) / length) * off;
      row[0] = sx + nx;
      row[1] = sy + ny;
      row[2] = ex + nx;
      row[3] = ey + ny;
      if (!lineOfSightAlong(grid, row)) return false;
    }
    return true;
  });
}
