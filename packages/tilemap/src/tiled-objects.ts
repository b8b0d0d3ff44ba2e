// Objects of Tiled as rings and lines.
import { isRecord } from './json.ts';

/** Sides of the polygon that stands for an ellipse. */
const ELLIPSE_SIDES = 24;

/**
 * An object as a ring (rectangle, polygon, ellipse) or an open line (polyline), in pixels of the
 * map. Points and texts are neither.
 */
export function ringOfObject(
  object: Record<string, unknown>,
  offsetX: number,
  offsetY: number,
): { readonly ring?: number[]; readonly line?: number[] } {
  const x = Number(object['x'] ?? 0) + offsetX;
  const y = Number(object['y'] ?? 0) + offsetY;
  const width = Number(object['width'] ?? 0);
  const height = Number(object['height'] ?? 0);
  const angle = (Number(object['rotation'] ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** Objects turn clockwise around their own x, y. */
  const placed = (points: readonly (readonly [number, number])[]): number[] =>
    points.flatMap(([px, py]) => [x + px * cos - py * sin, y + px * sin + py * cos]);
  if (object['point'] === true || object['text'] !== undefined) return {};
  if (Array.isArray(object['polygon'])) return { ring: placed(pointsOf(object['polygon'])) };
  if (Array.isArray(object['polyline'])) return { line: placed(pointsOf(object['polyline'])) };
  if (!(width > 0 && height > 0)) return {};
  if (object['ellipse'] === true) {
    const points = Array.from({ length: ELLIPSE_SIDES }, (_, k) => {
      const turn = (2 * Math.PI * k) / ELLIPSE_SIDES;
      return [(width / 2) * (1 + Math.cos(turn)), (height / 2) * (1 + Math.sin(turn))] as const;
    });
    return { ring: placed(points) };
  }
  // objects that show a tile stand on their lower left corner
  const top = object['gid'] === undefined ? 0 : -height;
  const corners = [
    [0, top],
    [width, top],
    [width, top + height],
    [0, top + height],
  ] as const;
  return { ring: placed(corners) };
}

function pointsOf(list: readonly unknown[]): [number, number][] {
  return list.map((point) =>
    isRecord(point) ? [Number(point['x']), Number(point['y'])] : [Number.NaN, Number.NaN],
  );
}
