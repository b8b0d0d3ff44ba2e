import { list, points } from '@wayfield/check';

/** Points x, y, x, y, … A ring is closed without repeating its first point. */
export type Coordinates = ArrayLike<number>;

/**
 * One or more rings. By the even-odd rule a ring inside a ring is a hole; rings may cross
 * themselves.
 */
export type Polygon = Coordinates | readonly Coordinates[];

const ringRule = /* @__PURE__ */ points(3);
const isList = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The rings of a polygon, checked. */
export function ringsOf(polygon: Polygon, name: string): readonly Coordinates[] {
  list(polygon, name);
  const isOne = polygon.length === 0 || !isList(polygon[0]);
  const rings = (isOne ? [polygon] : polygon) as readonly Coordinates[];
  for (let i = 0; i < rings.length; i++) ringRule(rings[i], isOne ? name : `${name}[${i}]`);
  return rings;
}
