// Searches that return the order in which they settle cells, for the picture. The answers shown
// come from @wayfield/cpu-wasm; those of these searches are checked against them. 8 neighbours;
// diagonal steps cut no corners.

export interface Field {
  readonly width: number;
  readonly height: number;
  /** 0 = blocked. */
  readonly open: Uint8Array;
}

export interface Trace {
  /** Cells in the order in which they were settled. */
  readonly order: Uint32Array;
  /** From start to goal; empty where there is no path. */
  readonly path: Uint32Array;
  /** Infinity where there is no path. */
  readonly cost: number;
}

export type Algorithm = 'astar' | 'dijkstra' | 'greedy' | 'jps';

const DX = [1, -1, 0, 0, 1, 1, -1, -1];
const DY = [0, 0, 1, -1, 1, -1, 1, -1];

export function trace(field: Field, start: number, goal: number, algorithm: Algorithm): Trace {
  const { width, open } = field;
  const goalX = goal % width;
  const goalY = Math.floor(goal / width);
  const dist = new Float64Array(open.length).fill(Infinity);
  const parent = new Int32Array(open.length).fill(-1);
  const settled = new Uint8Array(open.length);
  const order: number[] = [];
  const queue = createQueue();

  const isOpen = (x: number, y: number): boolean => isOpenIn(field, x, y);
  const octile = (x: number, y: number): number => {
    const dx = Math.abs(x - goalX);
    const dy = Math.abs(y - goalY);
    return Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy);
  };
  function reach(cell: number, from: number, cost: number): void {
    if (settled[cell] !== 0 || cost >= dist[cell]) return;
    dist[cell] = cost;
    parent[cell] = from;
    const ahead = algorithm === 'dijkstra' ? 0 : octile(cell % width, Math.floor(cell / width));
    queue.push(cell, algorithm === 'greedy' ? ahead : cost + ahead);
  }

  /** Relaxes all steps from a cell. */
  function spread(cell: number): void {
    const x = cell % width;
    const y = Math.floor(cell / width);
    for (let k = 0; k < 8; k++) {
      const [dx, dy] = [DX[k], DY[k]];
      if (!isOpen(x + dx, y + dy)) continue;
      if (k >= 4 && !(isOpen(x + dx, y) && isOpen(x, y + dy))) continue;
      reach((y + dy) * width + x + dx, cell, dist[cell] + (k >= 4 ? Math.SQRT2 : 1));
    }
  }

  /** Relaxes the jump points from a cell, in all directions. */
  function leap(cell: number): void {
    const x = cell % width;
    const y = Math.floor(cell / width);
    for (let k = 0; k < 8; k++) {
      const [dx, dy] = [DX[k], DY[k]];
      if (k >= 4 && !(isOpen(x + dx, y) && isOpen(x, y + dy))) continue;
      const next = jump(field, goal, { x: x + dx, y: y + dy, dx, dy });
      if (next < 0) continue;
      const far = Math.max(Math.abs((next % width) - x), Math.abs(Math.floor(next / width) - y));
      reach(next, cell, dist[cell] + far * (k >= 4 ? Math.SQRT2 : 1));
    }
  }

  if (open[start] !== 0 && open[goal] !== 0) reach(start, -1, 0);
  for (let cell = queue.pop(); cell >= 0; cell = queue.pop()) {
    if (settled[cell] !== 0) continue;
    settled[cell] = 1;
    order.push(cell);
    if (cell === goal) break;
    if (algorithm === 'jps') leap(cell);
    else spread(cell);
  }
  const path = settled[goal] === 0 ? [] : cellsTo(goal, parent, width);
  return {
    order: Uint32Array.from(order),
    path: Uint32Array.from(path),
    cost: settled[goal] === 0 ? Infinity : dist[goal],
  };
}

const isOpenIn = ({ width, height, open }: Field, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && open[y * width + x] !== 0;

/** A step: the cell where it arrives, and its direction. */
interface Arrival {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** The next jump point in the direction of a step, from its cell on; -1 = none. */
function jump(field: Field, goal: number, { x: fromX, y: fromY, dx, dy }: Arrival): number {
  const isOpen = (x: number, y: number): boolean => isOpenIn(field, x, y);
  const hasPoint = (x: number, y: number, alongX: number, alongY: number): boolean =>
    jump(field, goal, { x, y, dx: alongX, dy: alongY }) >= 0;
  let [x, y] = [fromX, fromY];
  while (isOpen(x, y)) {
    const cell = y * field.width + x;
    if (cell === goal) return cell;
    if (dx !== 0 && dy !== 0) {
      if (hasPoint(x + dx, y, dx, 0) || hasPoint(x, y + dy, 0, dy)) return cell;
      if (!isOpen(x + dx, y) || !isOpen(x, y + dy)) return -1;
    } else if (dx !== 0) {
      if (isOpen(x, y - 1) && !isOpen(x - dx, y - 1)) return cell;
      if (isOpen(x, y + 1) && !isOpen(x - dx, y + 1)) return cell;
    } else {
      if (isOpen(x - 1, y) && !isOpen(x - 1, y - dy)) return cell;
      if (isOpen(x + 1, y) && !isOpen(x + 1, y - dy)) return cell;
    }
    x += dx;
    y += dy;
  }
  return -1;
}

/** The cells of the path to the goal, with those between two jump points. */
function cellsTo(goal: number, parent: Int32Array, width: number): number[] {
  const cells = [goal];
  for (let cell = goal; parent[cell] >= 0; cell = parent[cell]) {
    const to = parent[cell];
    let [x, y] = [cell % width, Math.floor(cell / width)];
    const [toX, toY] = [to % width, Math.floor(to / width)];
    while (x !== toX || y !== toY) {
      x += Math.sign(toX - x);
      y += Math.sign(toY - y);
      cells.push(y * width + x);
    }
  }
  return cells.reverse();
}

/** A binary heap. A new key moves up past equal ones, so that the search continues where it is. */
function createQueue(): { push(cell: number, key: number): void; pop(): number } {
  const cells: number[] = [];
  const keys: number[] = [];
  const before = (a: number, b: number): boolean => keys[a] < keys[b];
  function swap(a: number, b: number): void {
    [cells[a], cells[b]] = [cells[b], cells[a]];
    [keys[a], keys[b]] = [keys[b], keys[a]];
  }
  return {
    push(cell, key) {
      cells.push(cell);
      keys.push(key);
      for (let i = cells.length - 1; i > 0;) {
        const up = (i - 1) >> 1;
        if (keys[up] < keys[i]) break;
        swap(i, up);
        i = up;
      }
    },
    pop() {
      if (cells.length === 0) return -1;
      swap(0, cells.length - 1);
      const cell = cells.pop()!;
      keys.pop();
      for (let i = 0; ;) {
        let least = i;
        if (2 * i + 1 < cells.length && before(2 * i + 1, least)) least = 2 * i + 1;
        if (2 * i + 2 < cells.length && before(2 * i + 2, least)) least = 2 * i + 2;
        if (least === i) return cell;
        swap(i, least);
        i = least;
      }
    },
  };
}
