/** Points in a row, as many as come: the paths of one call after another. */
export interface PointList {
  count: number;
  /** The first `count` are points. */
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
}

/** Room that a list keeps from call to call. */
const KEPT = 256;

export function createPointList(): PointList {
  return { count: 0, x: new Float64Array(KEPT), y: new Float64Array(KEPT) };
}

/** Empties a list for the paths of some queries. */
export function clearPoints(list: PointList, queries: number): void {
  list.count = 0;
  const room = 4 * queries;
  if (room <= list.x.length) return;
  list.x = new Float64Array(room);
  list.y = new Float64Array(room);
}

export function pushPoint(list: PointList, x: number, y: number): void {
  const i = list.count++;
  if (i === list.x.length)
    for (const name of ['x', 'y'] as const) {
      const larger = new Float64Array(2 * i);
      larger.set(list[name]);
      list[name] = larger;
    }
  list.x[i] = x;
  list.y[i] = y;
}

/** The points, which the list keeps no hold of. */
export function takePoints(list: PointList): Pick<PointList, 'x' | 'y'> {
  const { count, x, y } = list;
  // a copy of few points takes less than new room for many
  if (x.length <= KEPT) return { x: x.slice(0, count), y: y.slice(0, count) };
  list.x = new Float64Array(KEPT);
  list.y = new Float64Array(KEPT);
  return { x: x.subarray(0, count), y: y.subarray(0, count) };
}
