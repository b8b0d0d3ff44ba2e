import { points } from '@wayfield/check';

const anyPoints = /* @__PURE__ */ points();

/** Throws unless `coordinates` is a list of finite x, y pairs. */
export function checkCoordinates(coordinates: ArrayLike<number>, name: string): void {
  anyPoints(coordinates, name);
}
