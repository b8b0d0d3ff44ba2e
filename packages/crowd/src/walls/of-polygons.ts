// `wallsOfPolygons`: the sides of rings and open lines as walls.
import { checkOptions, flag, list, points } from '@wayfield/check';
import type { Walls } from './types.ts';
import { ALL_STOREYS, createWallList, storeyRule, type WallOptions } from './walls.ts';

/** Options of `wallsOfPolygons`. */
export interface PolygonWallOptions extends WallOptions {
  /**
   * Whether the last point of each list is joined to the first. `false`: open lines, of two points
   * at least. Default true.
   */
  readonly closed?: boolean | undefined;
}

const rules = { storey: storeyRule, closed: flag };
const ring = /* @__PURE__ */ points(3);
const line = /* @__PURE__ */ points(2);

/**
 * The sides of polygons as walls. A ring is a flat list of points x, y, x, y, …, in metres, in
 * either direction, closed without repeating its first point. Rings may cross, touch and share
 * sides; a side that several rings share exactly becomes one wall. A ring inside a ring is a hole:
 * walls block from both sides.
 *
 * @throws RangeError for a side of length 0 and for numbers that are not finite.
 *
 * @example
 * const walls = wallsOfPolygons([
 *   [0, 0, 20, 0, 20, 10, 0, 10], // the hall
 *   [9, 4, 11, 4, 11, 6, 9, 6], // a pillar
 * ]);
 * console.log(walls.ax.length); // 8
 */
export function wallsOfPolygons(
  rings: readonly ArrayLike<number>[],
  options: PolygonWallOptions = {},
): Walls {
  checkOptions('wallsOfPolygons', options, rules);
  list(rings, 'rings');
  const { closed = true, storey = ALL_STOREYS } = options;
  const all = createWallList();
  for (let r = 0; r < rings.length; r++) {
    const given = rings[r];
    (closed ? ring : line)(given, `rings[${r}]`);
    const corners = given.length / 2;
    for (let i = closed ? 0 : 1; i < corners; i++) {
      const k = i === 0 ? corners - 1 : i - 1;
      const [ax, ay, bx, by] = [given[2 * k], given[2 * k + 1], given[2 * i], given[2 * i + 1]];
      if (ax === bx && ay === by)
        throw new RangeError(
          `points ${k} and ${i} of rings[${r}] are both (${ax}, ${ay}): a wall of length 0`,
        );
      all.push(ax, ay, bx, by, storey);
    }
  }
  return all.walls();
}
