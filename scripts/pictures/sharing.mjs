// Shared goals: queries to one goal are walks to the root of one tree.
import { buildQueries } from '@wayfield/graph';
import { random, randomGrid } from '@wayfield/graph/generators';
import { createGpuSolver } from '@wayfield/gpu';
import { pictureDevice } from './gpu-device.mjs';
import { BLUE, createSheet, FAINT, INK, ORANGE, VIOLET, WALL } from './svg.mjs';

const [WIDTH, HEIGHT] = [56, 34];

export async function draw() {
  const grid = randomGrid(WIDTH, HEIGHT, { seed: 11, density: 0.12 });
  const open = (cell) => grid.cost[cell] > 0;
  const near = (x, y) => {
    let cell = y * WIDTH + x;
    while (!open(cell)) cell++;
    return cell;
  };
  const goals = [near(10, 8), near(46, 24)];
  const next = random(4);
  const pairs = [];
  while (pairs.length < 90) {
    const source = next(WIDTH * HEIGHT);
    if (open(source)) pairs.push([source, goals[pairs.length % 2]]);
  }
  for (let i = 0; i < 3; i++) pairs.push([near(6 + 18 * i, 30), near(14 + 16 * i, 3)]);
  const solver = await createGpuSolver(await pictureDevice(), grid, { algorithm: 'astar' });
  const queries = buildQueries(pairs);
  const routes = await solver.run(queries, { share: 'always' });
  const alone = await solver.run(queries, { share: 'never' });
  solver.destroy();
  const sum = alone.settled.reduce((total, count) => total + count, 0);

  const sheet = createSheet(760, 520, 'Queries that share a goal are answered from one tree');
  sheet.text(
    20,
    30,
    `${pairs.length} queries: two shared goals, three queries with goals of their own`,
    {
      weight: 600,
    },
  );
  const map = sheet.panel([20, 46, 720, 410], [0, 0, WIDTH, HEIGHT], { down: true });
  map.cells(WIDTH, HEIGHT, (x, y) => (open(y * WIDTH + x) ? undefined : WALL));
  map.polygons([[0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT]], { stroke: FAINT });
  const centre = (cell) => [(cell % WIDTH) + 0.5, Math.floor(cell / WIDTH) + 0.5];
  [
    [0, BLUE],
    [1, ORANGE],
    [2, VIOLET],
  ].forEach(([kind, colour]) => {
    const lines = [];
    const sources = [];
    for (let q = 0; q < pairs.length; q++) {
      if ((q >= 90 ? 2 : q % 2) !== kind) continue;
      const path = [...routes.node.subarray(routes.firstNode[q], routes.firstNode[q + 1])];
      lines.push(path.flatMap(centre));
      if (path.length > 0) sources.push(centre(pairs[q][0]));
    }
    map.lines(lines, {
      stroke: colour,
      width: kind === 2 ? 2.5 : 1.6,
      dash: kind === 2 ? '6 4' : undefined,
    });
    map.dots(sources, 2.5, { fill: colour });
    if (kind < 2) map.dots([centre(goals[kind])], 9, { fill: colour, stroke: INK, width: 1.5 });
  });
  sheet.legend(20, 482, [
    [{ stroke: BLUE, width: 2 }, 'walks to the root of tree 1'],
    [{ stroke: ORANGE, width: 2 }, 'of tree 2'],
    [{ stroke: VIOLET, width: 2.5, dash: '6 4' }, 'searches of their own'],
  ]);
  sheet.note(
    20,
    506,
    `${routes.shared.queries} queries answered from ${routes.shared.trees} trees,`,
    `${routes.distinct} by searches. Without sharing ${pairs.length} searches settle ${sum} nodes;`,
    `a tree has at most ${grid.cost.filter((cost) => cost > 0).length}.`,
  );
  return sheet;
}
