/** Points in a row, as many as come. */
export interface PointList {
  count: number;
  /** The first `count` are points. */
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
}

export function createPointList(room: number): PointList {
  return { count: 0, x: new Float64Array(room), y: new Float64Array(room) };
}

export function pushPoint(list: PointList, x: number, y: number): void {
  const i = list.count++;
  if (i === list.x.length)
    for (const name of ['x', 'y'] as const) {
      const larger = new Float64Array(2 * i + 16);
      larger.set(list[name]);
      list[name] = larger;
    }
  list.x[i] = x;
  list.y[i] = y;
}
