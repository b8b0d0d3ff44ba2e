/** A growing list of points: the paths of one call, one after another. */
export interface PointList {
  count: number;
  /** The first `count` entries are points. */
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
}

/** Points that a list has room for from call to call. */
const KEPT = 256;

export function createPointList(): PointList {
  return { count: 0, x: new Float64Array(KEPT), y: new Float64Array(KEPT) };
}

/** Empties a list and makes room for the paths of `queries` queries, of four points each. */
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

/** Takes the points out of the list. */
export function takePoints(list: PointList): Pick<PointList, 'x' | 'y'> {
  const { count, x, y } = list;
  // copying up to KEPT points takes less time than allocating new room
  if (x.length <= KEPT) return { x: x.slice(0, count), y: y.slice(0, count) };
  list.x = new Float64Array(KEPT);
  list.y = new Float64Array(KEPT);
  return { x: x.subarray(0, count), y: y.subarray(0, count) };
}
