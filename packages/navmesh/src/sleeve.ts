import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * The sides that a walk through a mesh crosses, in order, as a chain of portals. Who walks has the left end of each on
 * the left hand (y up), and between two portals lies a convex polygon.
 */
export interface Sleeve {
  /** How many portals; the arrays may be longer. */
  count: number;
  leftX: Float64Array;
  leftY: Float64Array;
  rightX: Float64Array;
  rightY: Float64Array;
}

/** An empty sleeve with room for `room` portals; `pushPortal` enlarges it as needed. */
export function createSleeve(room = 64): Sleeve {
  return {
    count: 0,
    leftX: new Float64Array(room),
    leftY: new Float64Array(room),
    rightX: new Float64Array(room),
    rightY: new Float64Array(room),
  };
}

/** Adds a portal at the end. */
export function pushPortal(
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

/** Adds side `side` of `mesh`, crossed from its own polygon into the neighbour. */
export function pushSide(sleeve: Sleeve, mesh: PolygonMesh, polygon: number, side: number): void {
  const { x, y, corner, firstSide } = mesh;
  const right = corner[side]!;
  const after = side + 1 === firstSide[polygon + 1] ? firstSide[polygon]! : side + 1;
  const left = corner[after]!;
  pushPortal(sleeve, x[left]!, y[left]!, x[right]!, y[right]!);
}
