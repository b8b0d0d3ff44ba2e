// A batch on the GPU: one search per invocation, in the order given and longest first.
import { buildQueries } from '@wayfield/graph';
import { random, randomGrid, randomQueries } from '@wayfield/graph/generators';
import { createGpuSolver } from '@wayfield/gpu';
import { pictureDevice } from './gpu-device.mjs';
import { BLUE, createSheet, FAINT, INK, mix, ORANGE, SOFT, WALL } from './svg.mjs';

const SIDE = 30;
const QUERIES = 256;
const LANES = 32;

export async function draw() {
  const grid = randomGrid(SIDE, SIDE, { seed: 7, density: 0.2 });
  const queries = randomQueries(grid, QUERIES, { seed: 3 });
  const solver = await createGpuSolver(await pictureDevice(), grid, {
    algorithm: 'astar',
    variant: 'invocation',
  });
  const { settled, firstNode, node } = await solver.run(queries, { share: 'never' });
  const single = await solver.run(buildQueries([[queries.source[0], queries.target[0]]]));
  solver.destroy();

  const sheet = createSheet(760, 430, 'A batch of searches on the GPU, one per invocation');
  sheet.text(20, 30, `${QUERIES} queries on one map`, { weight: 600 });
  const map = sheet.panel([20, 50, 300, 300], [0, 0, SIDE, SIDE], { down: true });
  map.cells(SIDE, SIDE, (x, y) => (grid.cost[y * SIDE + x] > 0 ? undefined : WALL));
  map.polygons([[0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE]], { stroke: FAINT });
  const shade = random(1);
  for (let q = 0; q < 48; q++) {
    const path = [...node.subarray(firstNode[q], firstNode[q + 1])];
    map.line(
      path.flatMap((cell) => [(cell % SIDE) + 0.5, Math.floor(cell / SIDE) + 0.5]),
      {
        stroke: mix([BLUE, '#38a3a5', ORANGE], shade()),
        width: 1.5,
        opacity: 0.7,
      },
    );
  }

  const most = Math.max(...settled);
  const byLength = [...settled].toSorted((a, b) => b - a);
  const rows = [
    ['in the order given', [...settled]],
    ['longest first', byLength],
  ];
  rows.forEach(([words, values], row) => {
    const top = 62 + row * 172;
    const bars = sheet.panel([360, top, 380, 110], [0, 0, QUERIES, most], { stretch: true });
    let idle = 0;
    let busy = 0;
    for (let first = 0; first < QUERIES; first += LANES) {
      const group = values.slice(first, first + LANES);
      const longest = Math.max(...group);
      bars.polygons(
        [[first, 0, first + LANES - 1, 0, first + LANES - 1, longest, first, longest]],
        {
          fill: '#e7e9ee',
        },
      );
      busy += group.reduce((sum, value) => sum + value, 0);
      idle += longest * LANES;
    }
    const outline = [];
    values.forEach((value, i) => outline.push([i, 0, i + 1, 0, i + 1, value, i, value]));
    bars.polygons(outline, { fill: row === 0 ? ORANGE : BLUE });
    sheet.text(360, top - 12, `Nodes settled per query, ${words}`, { weight: 600 });
    sheet.text(360, top + 128, `${Math.round((100 * busy) / idle)} % of the lanes' time is work`, {
      size: 12,
    });
  });
  sheet.text(360, 394, `Grey: a subgroup of ${LANES} lanes waits for its longest search.`, {
    size: 12,
    fill: SOFT,
  });
  sheet.text(20, 376, '48 of the paths, traced and packed on the GPU.', { size: 12 });
  sheet.text(
    20,
    394,
    `Query 0 settles ${settled[0]} nodes in the batch, ${single.settled[0]} alone.`,
    {
      size: 12,
      fill: INK,
    },
  );
  return sheet;
}
