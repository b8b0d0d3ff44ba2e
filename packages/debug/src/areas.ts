// Shapes of areas and links, as `createAreaSearch` of `@wayfield/movement/areas` takes them.
import { checkOptions, list, listOf, object, points, rule } from '@wayfield/check';
import { createShapeList, type DebugShapes, originRules, type ShapeOptions } from './shapes.ts';

/** What is read of an `Area`: a ring x, y, x, y, …, or several. */
export interface AreaLike {
  readonly polygon: ArrayLike<number> | readonly ArrayLike<number>[];
}

/** What is read of a `Link`. */
export interface LinkLike {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

const ring = /* @__PURE__ */ points();
const areasRule = /* @__PURE__ */ listOf(/* @__PURE__ */ object({ polygon: list }, 'an area'));
const place = /* @__PURE__ */ rule<readonly number[]>(
  'a place [x, y]',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'number'),
  (value) => value.length === 2 && value.every(Number.isFinite),
);
const linksRule = /* @__PURE__ */ listOf(
  /* @__PURE__ */ object({ from: place, to: place }, 'a link'),
);

/**
 * The outlines of areas, numbered by area.
 *
 * @throws TypeError or RangeError for polygons that are no rings of points.
 *
 * @example
 * const mud = shapesOfAreas([{ polygon: [0, 0, 4, 0, 4, 3] }]);
 * console.log(mud.lines.join()); // 4,3,0,0,0,0,4,0,4,0,4,3
 */
export function shapesOfAreas(areas: readonly AreaLike[], options: ShapeOptions = {}): DebugShapes {
  areasRule(areas, 'areas');
  checkOptions('shapesOfAreas', options, originRules);
  const out = createShapeList(options);
  areas.forEach(({ polygon }, number) => {
    const rings = (typeof polygon[0] === 'object' ? polygon : [polygon]) as ArrayLike<number>[];
    for (const each of rings) {
      ring(each, `areas[${number}].polygon`);
      let [x, y] = [each[each.length - 2], each[each.length - 1]];
      for (let i = 0; i < each.length; i += 2) {
        out.line(x, y, each[i], each[i + 1], number);
        [x, y] = [each[i], each[i + 1]];
      }
    }
  });
  return out.done();
}

/**
 * Links as lines from their start to their end, numbered by link.
 *
 * @throws TypeError or RangeError for ends that are no places.
 *
 * @example
 * const jumps = shapesOfLinks([{ from: [1, 1], to: [9, 1] }]);
 * console.log(jumps.lines.slice(0, 4).join()); // 1,1,9,1
 */
export function shapesOfLinks(links: readonly LinkLike[], options: ShapeOptions = {}): DebugShapes {
  linksRule(links, 'links');
  checkOptions('shapesOfLinks', options, originRules);
  const out = createShapeList(options);
  links.forEach(({ from, to }, number) => out.line(from[0], from[1], to[0], to[1], number));
  return out.done();
}
