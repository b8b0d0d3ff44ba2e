/** Left x and y, right x and y. */
export type Portal = readonly [leftX: number, leftY: number, rightX: number, rightY: number];

/**
 * The portals of a strip of triangles; the new point of each lies beyond the portal before. With
 * `whole`, coordinates are whole numbers, so many points are collinear. `most`: the largest angle
 * by which the strip turns around one point, in radians.
 */
export function randomPortals(
  random: () => number,
  count: number,
  whole: boolean,
  most = 6,
): Portal[] {
  const portals: Portal[] = [];
  const width = 1 + Math.floor(random() * 4);
  let [lx, ly, rx, ry] = [-width, 0, width, 0];
  portals.push([lx, ly, rx, ry]);
  let side = random() < 0.5;
  const around = [0, 0];
  while (portals.length < count) {
    let [x, y] = beyond(random, lx, ly, rx, ry);
    if (whole) [x, y] = [Math.round(x), Math.round(y)];
    // above 0 where the point lies beyond the portal
    if ((rx - lx) * (y - ly) - (ry - ly) * (x - lx) <= 1e-3) continue;
    // no channel of a mesh goes around a point completely
    const angle = Math.abs(
      side ? turnAt([rx, ry], [lx, ly], [x, y]) : turnAt([lx, ly], [rx, ry], [x, y]),
    );
    const hub = side ? 1 : 0;
    if (around[hub] + angle > most || random() < 0.4) {
      side = !side;
      continue;
    }
    around[hub] += angle;
    around[1 - hub] = 0;
    if (side) [lx, ly] = [x, y];
    else [rx, ry] = [x, y];
    portals.push([lx, ly, rx, ry]);
  }
  return portals;
}

type Point = readonly [x: number, y: number];

/** The angle from a to b around h. */
function turnAt([hx, hy]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [px, py, qx, qy] = [ax - hx, ay - hy, bx - hx, by - hy];
  return Math.atan2(px * qy - py * qx, px * qx + py * qy);
}

function beyond(
  random: () => number,
  lx: number,
  ly: number,
  rx: number,
  ry: number,
): [number, number] {
  const [along, ahead] = [random() * 2 - 0.5, random() * 1.2];
  const [wx, wy] = [rx - lx, ry - ly];
  const size = 3 / Math.max(3, Math.hypot(wx, wy));
  return [
    lx + along * wx - ahead * size * wy + random() - 0.5,
    ly + along * wy + ahead * size * wx + random() - 0.5,
  ];
}
