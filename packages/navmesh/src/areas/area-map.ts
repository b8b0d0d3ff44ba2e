import type { Coordinates } from '../obstacles/create-nav-mesh.ts';
import { createCuts } from './border-cuts.ts';
import type { Segment } from '../geometry/segment-distance.ts';

/** The areas of a map and the costs of paths over them. */
export interface AreaMap {
  /** The sides of all areas: ax, ay, bx, by each. */
  readonly borders: Float64Array;
  /** How far beside a line its cost is taken. */
  readonly epsilon: number;
  areaAt(x: number, y: number): number;
  /** The cost per unit of length at a point; on a border that of either side. */
  costAt(x: number, y: number): number;
  /**
   * The cost of a straight line: the integral of the cost along it. A line that runs along a border
   * costs what the cheaper side does; a side behind a wall does not count.
   */
  costOf(ax: number, ay: number, bx: number, by: number): number;
  /**
   * Finds where a line crosses borders and returns how often; `cutShare` and `cutBorder` then give
   * the share of the line and the border of each, until the next call of `cut` or `costOf`.
   */
  cut(ax: number, ay: number, bx: number, by: number): number;
  cutShare(i: number): number;
  cutBorder(i: number): number;
  /** The borders of the areas whose boxes meet a box. */
  bordersIn(box: Segment): number[];
  /** The map of these areas alone: the same inside the box, and faster. */
  within(box: Segment): AreaMap;
}

interface Shape {
  /** The sides of its rings: ax, ay, bx, by each. */
  readonly sides: Float64Array;
  readonly cost: number;
  readonly area: number;
  readonly box: Segment;
}

/** What the maps of some areas and of all have in common. */
interface Ground {
  readonly cost: number;
  readonly epsilon: number;
  readonly shareOnMesh: ShareOnMesh;
}

/** The share of a line with the mesh on one side of it, to which (besideX, besideY) leads. */
export type ShareOnMesh = (line: Segment, besideX: number, besideY: number) => number;

export interface GivenArea {
  readonly rings: readonly Coordinates[];
  readonly area: number;
}

/** `epsilon`: how far beside a line its cost is taken, and shorter pieces count as none. */
export function createAreaMap(
  areas: readonly GivenArea[],
  costOfArea: (area: number) => number,
  epsilon: number,
  shareOnMesh: ShareOnMesh,
): AreaMap {
  const shapes = areas.map(({ rings, area }): Shape => ({
    sides: Float64Array.from(rings.flatMap(sidesOf)),
    area,
    cost: costOfArea(area),
    box: boxOf(rings),
  }));
  return mapOf(shapes, { cost: costOfArea(0), epsilon, shareOnMesh });
}

/** The map of some shapes, the later ones on top. */
function mapOf(shapes: readonly Shape[], all: Ground): AreaMap {
  const { cost: ground, epsilon, shareOnMesh } = all;
  const boxes = new Float64Array(4 * shapes.length);
  const first = new Uint32Array(shapes.length + 1);
  for (const [i, { box, sides }] of shapes.entries()) {
    boxes.set(box, 4 * i);
    first[i + 1] = first[i] + sides.length / 4;
  }
  const borders = new Float64Array(4 * first[shapes.length]);
  for (const [i, { sides }] of shapes.entries()) borders.set(sides, 4 * first[i]);
  const cuts = createCuts({ sides: borders, boxes, first });

  function shapeAt(x: number, y: number): Shape | undefined {
    for (let i = shapes.length - 1; i >= 0; i--) {
      if (x < boxes[4 * i] || x > boxes[4 * i + 2]) continue;
      if (y < boxes[4 * i + 1] || y > boxes[4 * i + 3]) continue;
      if (isInside(shapes[i].sides, x, y)) return shapes[i];
    }
    return undefined;
  }

  const costAt = (x: number, y: number): number => shapeAt(x, y)?.cost ?? ground;

  return {
    borders,
    epsilon,
    areaAt: (x, y) => shapeAt(x, y)?.area ?? 0,
    costAt,
    cut: cuts.find,
    cutShare: cuts.share,
    cutBorder: cuts.border,
    bordersIn: (box) =>
      boxesMeeting(boxes, box).flatMap((i) =>
        Array.from({ length: first[i + 1] - first[i] }, (_, k) => first[i] + k),
      ),
    within: (box) =>
      mapOf(
        boxesMeeting(boxes, box).map((i) => shapes[i]),
        all,
      ),
    costOf(ax, ay, bx, by) {
      const [dx, dy] = [bx - ax, by - ay];
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length === 0) return 0;
      const [besideX, besideY] = [(-dy / length) * epsilon, (dx / length) * epsilon];
      const count = cuts.find(ax, ay, bx, by);
      let sum = 0;
      for (let i = 0, from = 0; i <= count; i++) {
        const to = i === count ? 1 : cuts.share(i);
        const part = (to - from) * length;
        if (part > epsilon) {
          const [mx, my] = [ax + ((from + to) / 2) * dx, ay + ((from + to) / 2) * dy];
          const left = costAt(mx + besideX, my + besideY);
          const right = costAt(mx - besideX, my - besideY);
          if (left === right) sum += part * left;
          else {
            // along a border: agents walk on the cheaper side, where that is no wall
            const [low, high, side] = left < right ? [left, right, 1] : [right, left, -1];
            const line = [ax + from * dx, ay + from * dy, ax + to * dx, ay + to * dy] as const;
            const share = shareOnMesh(line, side * besideX, side * besideY);
            // a closed side has no part in the sum, even as 0 times Infinity
            sum += part * (share === 1 ? low : share * low + (1 - share) * high);
          }
        }
        // short pieces are paid for with the next one
        if (part > epsilon || i === count) from = to;
      }
      return sum;
    },
  };
}

/** The boxes that meet a box. */
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

function sidesOf(ring: Coordinates): number[] {
  const sides: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    if (ring[i] === ring[next] && ring[i + 1] === ring[next + 1]) continue;
    sides.push(ring[i], ring[i + 1], ring[next], ring[next + 1]);
  }
  return sides;
}

/** Whether a point lies inside the rings that sides form, by the even-odd rule. */
function isInside(sides: Float64Array, x: number, y: number): boolean {
  let isIn = false;
  for (let i = 0; i < sides.length; i += 4) {
    const ay = sides[i + 1];
    const by = sides[i + 3];
    if (ay > y === by > y) continue;
    const ax = sides[i];
    if (x < ax + ((y - ay) / (by - ay)) * (sides[i + 2] - ax)) isIn = !isIn;
  }
  return isIn;
}
