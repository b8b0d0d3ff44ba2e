// Random hard cases of the disc search and their check against the oracle, for disc-hard.test.ts
// and disc-table.test.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FOUND, SOURCE_BLOCKED, STATUS_NAMES, TARGET_BLOCKED } from '@wayfield/graph';
import { createDiscSearch } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  type NavMeshInput,
  outlineGrid,
  type Polygon,
} from '../../src/index.ts';
import type { HardScene } from './disc-kinds.ts';
import { createOracle, distanceTo, isOutside, segmentsOf } from './disc-oracle.ts';
import { createRandom } from '@wayfield/testing/meshes';
import { clearanceOf } from '../tangents/tangents.ts';

/** A scene with a radius and queries. */
export interface DiscCase {
  readonly input: NavMeshInput;
  readonly radius: number;
  /** Whether the search has a table of lower bounds. */
  readonly table: boolean;
  /** Source and target of each query. */
  readonly rows: readonly (readonly [number, number, number, number])[];
}

const pick = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)];

/** Scale and offset of coordinates. */
const PLACES = [
  [1, 0],
  [1, 0],
  [1, 0],
  [1e-3, 0],
  [1e3, 0],
  [1, 1e6],
  [1, -1e4],
] as const;

/**
 * A scene whose radius is half the width of one of its gaps, or nearly so. Ends of queries may be
 * just the radius away from a segment.
 */
export function makeCase(makeScene: (random: () => number) => HardScene, seed: number): DiscCase {
  const random = createRandom(31 * seed + 7);
  for (let i = 0; i < 5; i++) random();
  const scene = makeScene(random);
  const [scale, offset] = pick(random, PLACES);
  // coordinates are multiples of the snap grid, so that making triangles rounds nothing
  const step = 2 ** Math.ceil(Math.log2(Math.max(20 * scale, Math.abs(offset) + 20) * 2 ** -42));
  const put = (points: ArrayLike<number>): number[] =>
    Array.from(points, (c) => Math.round((c * scale + offset) / step) * step);
  const putAll = (polygon: Polygon): Polygon =>
    typeof polygon[0] === 'number'
      ? put(polygon as ArrayLike<number>)
      : Array.from(polygon as ArrayLike<number>[], put);
  const { boundary, obstacles = [], walls = [] } = scene.input;
  const input: NavMeshInput = {
    boundary: putAll(boundary!),
    obstacles: obstacles.map(putAll),
    walls: walls.map(put),
  };
  const segments = segmentsOf(input);
  const radius =
    scene.radius !== undefined && random() < 0.7
      ? scene.radius * scale
      : hardRadius(segments, scale, random);
  const place = (): [number, number] => placeBeside(input, segments, radius, random);
  const rows = Array.from({ length: 6 }, () => [...place(), ...place()] as const);
  return { input, radius, table: random() < 0.5, rows };
}

function hardRadius(segments: Float64Array, scale: number, random: () => number): number {
  for (let tries = 0; tries < 20 && random() < 0.9; tries++) {
    const i = 2 * Math.floor((random() * segments.length) / 2);
    const k = 4 * Math.floor((random() * segments.length) / 4);
    const gap = distanceTo(segments.subarray(k, k + 4), segments[i], segments[i + 1]);
    const off = pick(random, [0, 1e-13, -1e-13, 1e-7, -1e-7, 1e-5, -1e-5, 1e-3, -1e-3, -0.03]);
    if (gap > 0.04 * scale && gap < 3 * scale) return (gap / 2) * (1 + off);
  }
  return scale * (random() < 0.2 ? 10 ** (-1 - 5 * random()) : 0.05 + 1.2 * random() ** 2);
}

/** A random place, or a place just the radius, or a little more, away from a segment. */
function placeBeside(
  input: NavMeshInput,
  segments: Float64Array,
  radius: number,
  random: () => number,
): [number, number] {
  const xs = segments.filter((_, i) => i % 2 === 0);
  const ys = segments.filter((_, i) => i % 2 === 1);
  const [minX, maxX, minY, maxY] = [xs, ys].flatMap((c) => [Math.min(...c), Math.max(...c)]);
  let place: [number, number] = [0, 0];
  for (let tries = 0; tries < 30; tries++) {
    place = [minX! + (maxX! - minX!) * random(), minY! + (maxY! - minY!) * random()];
    if (random() < 0.4) {
      const [ax, ay, bx, by] = segments.subarray(4 * Math.floor((random() * segments.length) / 4));
      const along = random() < 0.5 ? 0 : random();
      const angle = along === 0 ? 6.3 * random() : Math.atan2(by! - ay!, bx! - ax!) + Math.PI / 2;
      const away = radius * (1 + pick(random, [0, 1e-10, 1e-6, 1e-3, 0.1]));
      const hand = random() < 0.5 ? 1 : -1;
      place = [
        ax! + along * (bx! - ax!) + hand * away * Math.cos(angle),
        ay! + along * (by! - ay!) + hand * away * Math.sin(angle),
      ];
    }
    if (isOutside(input, ...place) && distanceTo(segments, ...place) >= radius) break;
  }
  return place;
}

/**
 * Runs all queries in both directions. Returns the faults of the answers, and how many have paths.
 */
export function checkCase({ input, radius, table, rows }: DiscCase): {
  faults: string[];
  found: number;
} {
  const { triangulation } = createNavMesh(input);
  const search = createDiscSearch(buildPolygonMesh(triangulation, { merge: false }), { table });
  const segments = segmentsOf(input);
  const largest = segments.reduce((most, c) => Math.max(most, Math.abs(c)), 0);
  const rounding = largest * 2 ** -44;
  const slack = 1e-9 * radius + rounding;
  const oracle = createOracle(segments, radius, slack / radius);
  const both = [...rows, ...rows.map(([sx, sy, tx, ty]) => [tx, ty, sx, sy] as const)];
  const routes = search.run(buildPointQueries(both), { radius });
  const faults: string[] = [];
  let found = 0;
  both.forEach((row, k) => {
    const [status, cost] = [routes.status[k], routes.cost[k]];
    const fault = (text: string): void => {
      faults.push(
        `query ${k}, ${row.join(' ')}, radius ${radius}: ${STATUS_NAMES[status]} ${text}`,
      );
    };
    const clearAt = (x: number, y: number): number =>
      isOutside(input, x, y) ? distanceTo(segments, x, y) : 0;
    const ends = [clearAt(row[0], row[1]), clearAt(row[2], row[3])];
    if (status === SOURCE_BLOCKED || status === TARGET_BLOCKED) {
      const clear = ends[status === SOURCE_BLOCKED ? 0 : 1];
      if (clear >= radius + slack) fault(`but clear by ${clear}`);
      return;
    }
    if (Math.min(...ends) < radius - slack) fault(`but the ends are clear by ${ends.join(', ')}`);
    if (status === FOUND) {
      found++;
      const clear = clearanceOf(routes, routes.firstPoint[k], routes.firstPoint[k + 1], segments);
      if (clear < radius - slack) fault(`clear by ${clear}`);
    }
    const near = (a: number, b: number): boolean =>
      a === b || Math.abs(a - b) <= 1e-9 * b + 4 * slack;
    const exact = oracle.shortest(...row);
    if (near(cost, exact)) return;
    // a gap may be open to the oracle with the larger tolerance only: both answers are right
    const most = createOracle(segments, radius, 5e-13).shortest(...row);
    if (cost > exact && (cost < most || near(cost, most))) return;
    fault(`${cost}, exact ${exact} to ${most}`);
  });
  search.destroy();
  return { faults, found };
}

/** Crops of a map of the public grids, and discs that just fit somewhere. */
export function cropsOf(folder: string, name: string): (random: () => number) => HardScene {
  const text = gunzipSync(readFileSync(join(folder, `${name}.map.gz`))).toString();
  const rows = text.split(/\r?\n/).slice(4);
  const [width, height] = [rows[0].length, rows.filter((row) => row !== '').length];
  const size = 16;
  return (random) => {
    const [left, top] = [width, height].map((c) => Math.floor(random() * (c - size)));
    const cost = Float32Array.from({ length: size * size }, (_, i) =>
      '.GS'.includes(rows[top! + Math.floor(i / size)][left! + (i % size)]) ? 1 : 0,
    );
    const radius = pick(random, [0.5, Math.SQRT1_2, 1, Math.sqrt(5) / 2, 0.25, 1.5, Math.SQRT2, 2]);
    const off = pick(random, [0, 0, 0, 1e-13, -1e-13, 1e-7, -1e-7, 0.1, -0.1]);
    return { input: outlineGrid({ width: size, height: size, cost }), radius: radius * (1 + off) };
  };
}
