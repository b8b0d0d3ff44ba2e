// JPS+: the jump points of a map, what follows one of them, and what a query settles.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { blobsGrid } from '@wayfield/graph/generators';
import { BLUE, createSheet, FAINT, GREEN, ORANGE, WALL, YELLOW } from './svg.mjs';

const [WIDTH, HEIGHT] = [40, 26];

export function draw() {
  const grid = blobsGrid(WIDTH, HEIGHT, { count: 9, radius: [2, 5], seed: 12 });
  const open = (x, y) =>
    x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT && grid.cost[y * WIDTH + x] > 0;
  const [source, target] = [22 * WIDTH + 2, 3 * WIDTH + 37];
  const answer = (algorithm) => {
    const solver = createWasmSolver(grid, { algorithm });
    const route = solver.route(source, target);
    solver.destroy();
    return route;
  };
  const [dijkstra, astar, plus] = ['dijkstra', 'astar', 'jps+'].map(answer);

  const sheet = createSheet(760, 520, 'Jump points of a grid and a path over them');
  sheet.text(
    20,
    30,
    'Dots: cells at which a canonical path may turn. Green: what one of them leads to.',
    {
      weight: 600,
    },
  );
  const map = sheet.panel([20, 46, 720, 420], [0, 0, WIDTH, HEIGHT], { down: true });
  const lines = [];
  for (let x = 0; x <= WIDTH; x++) lines.push([x, 0, x, HEIGHT]);
  for (let y = 0; y <= HEIGHT; y++) lines.push([0, y, WIDTH, y]);
  map.lines(lines, { stroke: FAINT, width: 0.5 });
  map.cells(WIDTH, HEIGHT, (x, y) => (open(x, y) ? undefined : WALL));
  const centre = (cell) => [(cell % WIDTH) + 0.5, Math.floor(cell / WIDTH) + 0.5];
  map.line([...plus.path].flatMap(centre), { stroke: YELLOW, width: 9, cap: 'round' });

  const points = jumpPoints(open, WIDTH, HEIGHT);
  map.dots(points.map(centre), 3.5, { fill: BLUE });
  // one jump point of the path: where its directions lead
  const onPath = plus.path.filter((cell) => points.includes(cell));
  const after = (cell) => successors(open, cell % WIDTH, Math.floor(cell / WIDTH));
  const from = onPath.toSorted((a, b) => after(b).length - after(a).length)[0];
  for (const to of after(from)) {
    const [[ax, ay], [bx, by]] = [centre(from), centre(to.cell)];
    const via = to.via === undefined ? [] : centre(to.via);
    map.line([ax, ay, ...via, bx, by], {
      stroke: GREEN,
      width: 1.8,
      dash: via.length > 0 ? '5 3' : undefined,
    });
    map.dots([[bx, by]], 5, { stroke: GREEN, width: 2 });
  }
  map.dots([centre(from)], 6, { fill: GREEN });
  map.dots([centre(source), centre(target)], 6, { fill: ORANGE });
  map.text(...centre(source), 's', { dx: 14, weight: 700, fill: ORANGE, size: 15 });
  map.text(...centre(target), 't', { dx: 14, weight: 700, fill: ORANGE, size: 15 });
  sheet.legend(20, 488, [
    [{ fill: BLUE }, `${points.length} jump points`],
    [{ stroke: GREEN, width: 2 }, 'next ones from the green one'],
    [{ stroke: GREEN, width: 2, dash: '5 3' }, 'first diagonal, then straight'],
    [{ stroke: YELLOW, width: 7 }, 'shortest path'],
  ]);
  sheet.note(
    20,
    510,
    `The query settles ${plus.settled} nodes by JPS+, ${astar.settled} by A*,`,
    `${dijkstra.settled} by Dijkstra's algorithm; all find ${plus.cost.toFixed(3)}.`,
  );
  return sheet;
}

/** The cells of the jump points of a map, row by row. */
export function jumpPoints(open, width, height) {
  const points = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (open(x, y) && isJumpPoint(open, x, y)) points.push(y * width + x);
  return points;
}

/** Whether a straight move arrives at a cell where a wall beside it has just ended. */
function isJumpPoint(open, x, y) {
  for (const d of [-1, 1])
    for (const side of [-1, 1]) {
      if (open(x - d, y) && open(x, y + side) && !open(x - d, y + side)) return true;
      if (open(x, y - d) && open(x + side, y) && !open(x + side, y - d)) return true;
    }
  return false;
}

/** The first jump points in the straight directions, and those beside the diagonals. */
function successors(open, x, y) {
  const found = [];
  const straight = (sx, sy, dx, dy) => {
    for (let [ax, ay] = [sx + dx, sy + dy]; open(ax, ay); ax += dx, ay += dy)
      for (const side of [-1, 1]) {
        const turns =
          dx !== 0
            ? open(ax, ay + side) && !open(ax - dx, ay + side)
            : open(ax + side, ay) && !open(ax + side, ay - dy);
        if (turns) return ay * WIDTH + ax;
      }
    return -1;
  };
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    const cell = straight(x, y, dx, dy);
    if (cell >= 0) found.push({ cell });
  }
  for (const [dx, dy] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ]) {
    let [ax, ay] = [x, y];
    while (open(ax + dx, ay) && open(ax, ay + dy) && open(ax + dx, ay + dy)) {
      ax += dx;
      ay += dy;
      for (const [ex, ey] of [
        [dx, 0],
        [0, dy],
      ]) {
        const cell = straight(ax, ay, ex, ey);
        if (cell >= 0) found.push({ cell, via: ay * WIDTH + ax });
      }
    }
  }
  return found;
}
