// Which slots each thread of a pool keeps, and which rows of a call go to each thread: for
// corridor-pool.ts.

import type { AnyRows } from './batches.ts';
import type { CorridorRoutes } from './corridors.ts';

/** The first slot of a thread. For `thread` = `threads` the result is `slotCount`. */
export const firstSlot = (slotCount: number, thread: number, threads: number): number =>
  Math.floor((slotCount * thread) / threads);

/** Per thread the numbers of the `count` rows that the thread answers. */
export function rowsOfThreads(
  { slots }: AnyRows,
  count: number,
  slotCount: number,
  threads: number,
): number[][] {
  const owner = new Uint8Array(slotCount);
  for (let thread = 1; thread < threads; thread++)
    owner.fill(thread, firstSlot(slotCount, thread, threads));
  const rows: number[][] = Array.from({ length: threads }, () => []);
  for (let row = 0; row < count; row++)
    rows[owner[slots === undefined ? row : slots[row]]].push(row);
  return rows;
}

/** Some rows of a call, copied, with slots counted from `first`. */
export function partOf(
  { slots, routes, radius, x, y }: AnyRows,
  rows: readonly number[],
  first: number,
): AnyRows {
  const cut = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => column[row]);
  return {
    slots: Uint32Array.from(rows, (row) => (slots === undefined ? row : slots[row]) - first),
    ...(routes && { routes: someRoutes(routes, rows) }),
    ...(radius !== undefined && { radius: typeof radius === 'number' ? radius : cut(radius) }),
    ...(x && { x: cut(x) }),
    ...(y && { y: cut(y) }),
  };
}

const COLUMNS = ['x', 'y', 'centreX', 'centreY', 'startAngle', 'sweep'] as const;

/** Some routes, one after another. */
function someRoutes(routes: CorridorRoutes, rows: readonly number[]): CorridorRoutes {
  const firstPoint = new Uint32Array(rows.length + 1);
  for (const [i, row] of rows.entries())
    firstPoint[i + 1] = firstPoint[i] + routes.firstPoint[row + 1] - routes.firstPoint[row];
  const some: Record<string, Float64Array | Uint32Array> = { firstPoint };
  for (const name of COLUMNS) {
    const column = routes[name];
    if (column === undefined) continue;
    const cut = new Float64Array(firstPoint[rows.length]);
    for (const [i, row] of rows.entries())
      cut.set(column.subarray(routes.firstPoint[row], routes.firstPoint[row + 1]), firstPoint[i]);
    some[name] = cut;
  }
  return some as unknown as CorridorRoutes;
}
