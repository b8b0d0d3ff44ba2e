import { refuse, whole } from '@wayfield/check';
import { checkNumbersOf, polygonMesh, sleeveRule } from '../common/rules.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

const count = /* @__PURE__ */ whole();

/**
 * The portals that a path through a mesh crosses, in order, as left and right ends in the direction
 * of the path (y up). Between two consecutive portals lies a convex polygon.
 */
export interface Sleeve {
  /** How many portals; the arrays may be longer. */
  count: number;
  leftX: Float64Array;
  leftY: Float64Array;
  rightX: Float64Array;
  rightY: Float64Array;
}

/**
 * Creates an empty sleeve with room for `room` portals; `pushPortal` enlarges it as needed.
 *
 * @example
 * const sleeve = createSleeve();
 * pushPortal(sleeve, 4, 8, 4, 10);
 * console.log(createFunnel().toPoint(sleeve, 1, 9, 8, 9)); // 7
 */
export function createSleeve(room = 64): Sleeve {
  count(room, 'room');
  return {
    count: 0,
    leftX: new Float64Array(room),
    leftY: new Float64Array(room),
    rightX: new Float64Array(room),
    rightY: new Float64Array(room),
  };
}

/**
 * Adds a portal at the end.
 *
 * @throws TypeError for what is no sleeve, RangeError for coordinates that are not finite.
 */
export function pushPortal(
  sleeve: Sleeve,
  leftX: number,
  leftY: number,
  rightX: number,
  rightY: number,
): void {
  sleeveRule(sleeve, 'sleeve');
  checkNumbersOf({ leftX, leftY, rightX, rightY });
  addPortal(sleeve, leftX, leftY, rightX, rightY);
}

/** `pushPortal` without checks. */
export function addPortal(
  sleeve: Sleeve,
  leftX: number,
  leftY: number,
  rightX: number,
  rightY: number,
): void {
  const i = sleeve.count;
  if (i === sleeve.leftX.length)
    for (const name of ['leftX', 'leftY', 'rightX', 'rightY'] as const) {
      const larger = new Float64Array(2 * i + 16);
      larger.set(sleeve[name]);
      sleeve[name] = larger;
    }
  sleeve.leftX[i] = leftX;
  sleeve.leftY[i] = leftY;
  sleeve.rightX[i] = rightX;
  sleeve.rightY[i] = rightY;
  sleeve.count = i + 1;
}

/** Adds a side of a polygon of `mesh` as a portal, crossed from that polygon into the neighbour. */
export function pushSide(sleeve: Sleeve, mesh: PolygonMesh, polygon: number, side: number): void {
  sleeveRule(sleeve, 'sleeve');
  polygonMesh(mesh, 'mesh');
  count(polygon, 'polygon');
  if (polygon >= mesh.polygonCount) refuse('polygon', polygon, `below ${mesh.polygonCount}`);
  const [first, end] = [mesh.firstSide[polygon], mesh.firstSide[polygon + 1]];
  count(side, 'side');
  if (side < first || side >= end) refuse('side', side, `${first} to ${end - 1}`);
  const { x, y, corner } = mesh;
  const right = corner[side];
  const left = corner[side + 1 === end ? first : side + 1];
  addPortal(sleeve, x[left], y[left], x[right], y[right]);
}
