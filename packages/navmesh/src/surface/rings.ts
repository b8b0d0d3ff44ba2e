import { list, points } from '@wayfield/check';
import type { Coordinates, Polygon } from '@wayfield/triangulation';

const ringRule = /* @__PURE__ */ points(3);

/** The rings of a polygon, checked. */
export function ringsOf(polygon: Polygon, name: string): readonly Coordinates[] {
  list(polygon, name);
  const isOne = polygon.length === 0 || typeof polygon[0] !== 'object';
  const rings = (isOne ? [polygon] : polygon) as readonly Coordinates[];
  rings.forEach((ring, i) => ringRule(ring, isOne ? name : `${name}[${i}]`));
  return rings;
}
