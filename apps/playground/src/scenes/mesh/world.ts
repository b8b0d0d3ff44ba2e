// The worlds of the scene, made from a name and a seed, or read from a file.
import { buildGrid } from '@wayfield/graph';
import { parseMovingAiMap } from '@wayfield/graph/formats';
import { mazeGrid, random, roomsGrid } from '@wayfield/graph/generators';
import { type NavMeshInput, outlineGrid, type Polygon } from '@wayfield/navmesh';
import { loadCdt, loadMesh, loadObj, outlineMesh } from '@wayfield/navmesh/formats';

export interface WorldSource {
  readonly name: string;
  readonly seed: number;
  /** Number of obstacles, in worlds with single ones. */
  readonly count: number;
  /** A made-up world is higher than wide, for phones. Default false. */
  readonly tall?: boolean;
  /** A file; absent: the world of that name. */
  readonly text?: string;
}

/** The rings x, y, x, y, … of an obstacle: its outline, then its holes. */
export type Rings = readonly (readonly number[])[];

export interface World extends NavMeshInput {
  readonly obstacles: readonly Rings[];
}

/** The longer and the shorter side of a made-up world. */
const [LONG, SHORT] = [160, 100];

export function makeWorld({ name, seed, count, tall, text }: WorldSource): World {
  if (text !== undefined) return withRings(readWorld(name, text));
  const [width, height] = tall === true ? [SHORT, LONG] : [LONG, SHORT];
  switch (name) {
    case 'rooms':
      return withRings(outlineGrid(roomsGrid(width, height, { seed, size: 16, door: 3 })));
    case 'maze':
      return withRings(outlineGrid(mazeGrid(width / 2, height / 2, { seed, corridor: 4 })));
    default:
      return {
        obstacles: shapes([width, height], count, seed),
        boundary: rectangle(width, height),
      };
  }
}

/** Reads a file. The message of the error says what is wrong with the file. */
function readWorld(name: string, text: string): NavMeshInput {
  const end = name.toLowerCase().replace(/^.*\./, '');
  if (end === 'map') return outlineGrid(buildGrid(parseMovingAiMap(text)));
  if (end === 'mesh') return outlineMesh(loadMesh(text));
  if (end === 'obj') {
    const options = { up: 'y', project: true, maxSlope: 45, overlaps: 'join' } as const;
    return outlineMesh(loadObj(text, options).mesh);
  }
  const { points, edges } = loadCdt(text);
  if (edges.length === 0) throw new Error('it has points but no edges, so there are no walls');
  const walls: number[][] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [2 * edges[i], 2 * edges[i + 1]];
    walls.push([points[a], points[a + 1], points[b], points[b + 1]]);
  }
  return { walls };
}

function withRings(input: NavMeshInput): World {
  return { ...input, obstacles: (input.obstacles ?? []).map(ringsOf) };
}

function ringsOf(polygon: Polygon): Rings {
  const rings = typeof polygon[0] === 'number' ? [polygon] : Array.from(polygon as Polygon[]);
  return rings.map((ring) => Array.from(ring as ArrayLike<number>));
}

function rectangle(width: number, height: number): number[] {
  return [0, 0, width, 0, width, height, 0, height];
}

/** Polygons of 3 to 8 corners, some of them long; they may touch one another. */
function shapes(
  [width, height]: readonly [width: number, height: number],
  count: number,
  seed: number,
): Rings[] {
  const next = random(seed);
  const between = (low: number, high: number): number => low + ((high - low) * next(4096)) / 4096;
  const size = 0.42 * Math.sqrt((width * height) / Math.max(8, count));
  return Array.from({ length: count }, () => {
    const radius = size * between(0.35, 1);
    const [x, y] = [between(radius, width - radius), between(radius, height - radius)];
    const corners = 3 + next(6);
    const flat = between(0.35, 1);
    const turn = between(0, 2 * Math.PI);
    const ring: number[] = [];
    for (let k = 0; k < corners; k++) {
      const angle = (2 * Math.PI * (k + between(-0.25, 0.25))) / corners;
      const [u, v] = [radius * Math.cos(angle), flat * radius * Math.sin(angle)];
      ring.push(
        x + u * Math.cos(turn) - v * Math.sin(turn),
        y + u * Math.sin(turn) + v * Math.cos(turn),
      );
    }
    return [ring];
  });
}
