// Areas and ends of links, written to the memory of walks.wasm. Made by create-area-search.ts,
// asked by the other files of this folder. The kernels that read the memory are in assembly/areas.

import type { Coordinates } from '@wayfield/triangulation';
import { createColumn } from '../corridors/column.ts';
import type { Walks } from '../corridors/walks.ts';
import type { Segment } from '@wayfield/triangulation/internal/half-edges';
import { BOX, type Kernels, SHAPE } from '../walks.gen.ts';
import type { Link } from './area-search.ts';
import type { GrownMesh } from './grown-mesh.ts';

/** Areas, costs of straight lines over them, and ends of links, in the memory of kernels. */
export interface AreaMap extends Pick<
  Kernels,
  | 'areaAt'
  | 'costAt'
  | 'costOf'
  | 'cut'
  | 'cutBorder'
  | 'cutShare'
  | 'isOpen'
  | 'lineCost'
  | 'triangleOfEnd'
> {
  /** Finds the triangle of each end of a link: an end that is off the mesh, or closed, has none. */
  endsFind(): void;
  /** The sides of all areas: ax, ay, bx, by each. */
  readonly borders: Float64Array;
  /** The borders of the areas whose boxes meet a box. */
  bordersIn(box: Segment): number[];
  /**
   * The matrix of the costs of the lines between points, given by x and y: entry i * count + k.
   * Infinity if the line enters closed ground.
   */
  costsBetween(points: Float64Array): Float64Array;
}

/** An area as `readAreas` of create-area-search.ts has checked it. */
export interface GivenArea {
  readonly rings: readonly Coordinates[];
  readonly area: number;
}

export interface MapInput {
  readonly areas: readonly GivenArea[];
  costOfArea(area: number): number;
  readonly links?: readonly Link[];
  /** The original of a grown mesh, up to date with it; undefined for points. */
  readonly ground?: Pick<GrownMesh, 'isOnMesh'> | undefined;
  /** The ground and all areas have one cost: a line costs its length times it. Default false. */
  readonly hasOneCost?: boolean;
}

/**
 * `smallest` of assembly/areas/map.ts in units of `Cells.epsilon`: the distance beside a line at
 * which its cost is read, and the length up to which a part of a line has no cost of its own. It is
 * larger than the rounding of places. Chosen, not measured.
 */
const BESIDE = 8;

/** Writes a map into the memory of the kernels that have the mesh. */
export function createAreaMap(
  { opened, cells, doubles }: Walks<Kernels>,
  { areas, costOfArea, links = [], ground, hasOneCost = false }: MapInput,
): AreaMap {
  const { kernels, put, arena } = opened;
  const sides = areas.map(({ rings }) => rings.flatMap(sidesOf));
  const first = new Uint32Array(areas.length + 1);
  for (const [i, { length }] of sides.entries()) first[i + 1] = first[i] + length / 4;
  const borders = new Float64Array(4 * first[areas.length]);
  for (const [i, list] of sides.entries()) borders.set(list, 4 * first[i]);
  const boxes = new Float64Array((BOX / 8) * areas.length);
  const shapes = new Float64Array((SHAPE / 8) * areas.length);
  const words = new Uint32Array(shapes.buffer);
  for (const [i, { rings, area }] of areas.entries()) {
    boxes.set(boxOf(rings), (BOX / 8) * i);
    const at = (SHAPE / 8) * i;
    shapes.set([area, costOfArea(area)], at);
    words.set(first.subarray(i, i + 2), 2 * (at + 2));
  }
  kernels.mapCreate(
    put(shapes),
    put(boxes),
    put(borders),
    areas.length,
    costOfArea(0),
    BESIDE * cells.epsilon,
    hasOneCost ? 1 : 0,
  );
  kernels.endsCreate(links.length);
  const ends = links.flatMap(({ from, to }) => [from[0], from[1], to[0], to[1]]);
  doubles().set(ends, kernels.endsAddress() >>> 3);
  const points = createColumn(opened, 8);
  const costs = createColumn(opened, 8);
  return {
    borders,
    areaAt: kernels.areaAt,
    costAt: kernels.costAt,
    costOf: kernels.costOf,
    cut: kernels.cut,
    cutBorder: kernels.cutBorder,
    cutShare: kernels.cutShare,
    endsFind() {
      kernels.endsFind();
      if (!ground) return;
      // inside a large obstacle the grown mesh is free
      for (let end = 0; end < 2 * links.length; end++)
        if (!ground.isOnMesh(ends[2 * end], ends[2 * end + 1])) kernels.endsReject(end);
    },
    isOpen: kernels.isOpen,
    lineCost: kernels.lineCost,
    triangleOfEnd: kernels.triangleOfEnd,
    bordersIn: (box) =>
      boxesMeeting(boxes, box).flatMap((i) =>
        Array.from({ length: first[i + 1] - first[i] }, (_, k) => first[i] + k),
      ),
    costsBetween(given) {
      const count = given.length / 2;
      const from = points.reserve(given.length);
      const to = costs.reserve(count * count);
      doubles().set(given, from >>> 3);
      try {
        kernels.costMatrix(from, count, to);
      } catch (cause) {
        // memory has ended while only some areas are chosen
        kernels.chooseAll();
        throw cause;
      }
      return new Float64Array(arena.memory.buffer, to, count * count).slice();
    },
  };
}

/** The numbers of the boxes that meet a box. */
function boxesMeeting(boxes: Float64Array, [minX, minY, maxX, maxY]: Segment): number[] {
  const found: number[] = [];
  for (let i = 0; i < boxes.length; i += 4) {
    if (boxes[i] > maxX || boxes[i + 1] > maxY) continue;
    if (boxes[i + 2] >= minX && boxes[i + 3] >= minY) found.push(i / 4);
  }
  return found;
}

function boxOf(rings: readonly Coordinates[]): Segment {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      minX = Math.min(minX, ring[i]);
      maxX = Math.max(maxX, ring[i]);
      minY = Math.min(minY, ring[i + 1]);
      maxY = Math.max(maxY, ring[i + 1]);
    }
  return [minX, minY, maxX, maxY];
}

/** ax, ay, bx, by of each side of a ring; sides of length 0 are left out. */
function sidesOf(ring: Coordinates): number[] {
  const sides: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    if (ring[i] === ring[next] && ring[i + 1] === ring[next + 1]) continue;
    sides.push(ring[i], ring[i + 1], ring[next], ring[next + 1]);
  }
  return sides;
}
