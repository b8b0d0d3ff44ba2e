// Objects of Tiled as rings and lines.
import { show } from '@wayfield/check';
import { finiteOf, recordsOf } from './json.ts';

/**
 * Sides of the polygon that stands for an ellipse and lies inside it. With 24, at most 1 - cos 7.5°
 * = 0.9 % of the radius is missing.
 */
const ELLIPSE_SIDES = 24;

/**
 * Where x, y of an object that shows a tile lies in its rectangle, as fractions of width and
 * height, by `objectalignment` of the tileset.
 */
const ANCHORS = /* @__PURE__ */ new Map<unknown, readonly [number, number]>([
  ['topleft', [0, 0]],
  ['top', [0.5, 0]],
  ['topright', [1, 0]],
  ['left', [0, 0.5]],
  ['center', [0.5, 0.5]],
  ['right', [1, 0.5]],
  ['bottom', [0.5, 1]],
  ['bottomright', [1, 1]],
]);
/** The anchor of tiles in tilesets without `objectalignment`, on an orthogonal map. */
const LOWER_LEFT = [0, 1] as const;

/**
 * An object of layer `name` as a ring (rectangle, polygon, ellipse) or an open line (polyline), in
 * pixels of the map. Points, texts and objects without area are neither. `offsetX` and `offsetY`
 * are the offset of the layer, `alignment` is `objectalignment` of the tileset of an object with a
 * tile.
 * Throws RangeError for an object that uses a template: its shape is in another file.
 */
export function ringOfObject(
  object: Record<string, unknown>,
  name: string,
  offsetX: number,
  offsetY: number,
  alignment?: unknown,
): { readonly ring?: number[]; readonly line?: number[] } {
  const where = `object ${String(object['id'] ?? '')} of ${name}`;
  const { template } = object;
  if (template !== undefined)
    throw new RangeError(
      `${where} uses the template ${show(template)}, which is in another file: ` +
        "export the map from Tiled with 'Detach templates'",
    );
  const x = finiteOf(object, 'x', where) + offsetX;
  const y = finiteOf(object, 'y', where) + offsetY;
  const width = finiteOf(object, 'width', where);
  const height = finiteOf(object, 'height', where);
  const angle = (finiteOf(object, 'rotation', where) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** Turns points clockwise (y down) about the object's own x, y, and moves them there. */
  const placed = (points: readonly (readonly [number, number])[]): number[] =>
    points.flatMap(([px, py]) => [x + px * cos - py * sin, y + px * sin + py * cos]);
  const pointsIn = (field: string): [number, number][] =>
    recordsOf(object, field, where).map((point) => [
      finiteOf(point, 'x', `a point of ${where}`),
      finiteOf(point, 'y', `a point of ${where}`),
    ]);
  if (object['point'] === true || object['text'] !== undefined) return {};
  if (object['polygon'] !== undefined) return { ring: placed(pointsIn('polygon')) };
  if (object['polyline'] !== undefined) return { line: placed(pointsIn('polyline')) };
  if (!(width > 0 && height > 0)) return {};
  if (object['ellipse'] === true) {
    const points = Array.from({ length: ELLIPSE_SIDES }, (_, k) => {
      const turn = (2 * Math.PI * k) / ELLIPSE_SIDES;
      return [(width / 2) * (1 + Math.cos(turn)), (height / 2) * (1 + Math.sin(turn))] as const;
    });
    return { ring: placed(points) };
  }
  const [right, down] =
    object['gid'] === undefined ? [0, 0] : (ANCHORS.get(alignment) ?? LOWER_LEFT);
  const [left, top] = [-right * width, -down * height];
  const corners = [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ] as const;
  return { ring: placed(corners) };
}
