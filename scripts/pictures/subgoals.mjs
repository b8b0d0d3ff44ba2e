// Subgoals: the cells where shortest paths turn, the arcs between them, and a path over them.
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { buildSubgoalHierarchy, createSubgoalSolver } from '@wayfield/cpu-wasm/subgoals';
import { blobsGrid } from '@wayfield/graph/generators';
import { jumpPoints } from './jps-plus.mjs';
import { BLUE, createSheet, FAINT, GREEN, ORANGE, WALL, YELLOW } from './svg.mjs';

const [WIDTH, HEIGHT] = [40, 26];
const NONE = 0xffffffff;

export function draw() {
  const grid = blobsGrid(WIDTH, HEIGHT, { count: 9, radius: [2, 5], seed: 12 });
  const open = (x, y) =>
    x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT && grid.cost[y * WIDTH + x] > 0;
  const [source, target] = [22 * WIDTH + 2, 3 * WIDTH + 37];
  const hierarchy = buildSubgoalHierarchy(grid);
  const solver = createSubgoalSolver(grid, hierarchy, buildHubLabels(hierarchy));
  const { path, cost } = solver.route(source, target);
  solver.destroy();

  const sheet = createSheet(760, 500, 'Subgoals of a grid, the arcs between them and a path');
  const title = 'Dots: subgoals, the cells where shortest paths turn. Lines: jumps, the arcs.';
  sheet.text(20, 30, title, { weight: 600 });
  const map = sheet.panel([20, 46, 720, 420], [0, 0, WIDTH, HEIGHT], { down: true });
  const lines = [];
  for (let x = 0; x <= WIDTH; x++) lines.push([x, 0, x, HEIGHT]);
  for (let y = 0; y <= HEIGHT; y++) lines.push([0, y, WIDTH, y]);
  map.lines(lines, { stroke: FAINT, width: 0.5 });
  map.cells(WIDTH, HEIGHT, (x, y) => (open(x, y) ? undefined : WALL));
  const centre = (cell) => [(cell % WIDTH) + 0.5, Math.floor(cell / WIDTH) + 0.5];
  map.line([...path].flatMap(centre), { stroke: YELLOW, width: 9, cap: 'round' });
  // the nodes of the hierarchy are the jump points, row by row
  const cells = jumpPoints(open, WIDTH, HEIGHT);
  const arcs = arcsOf(hierarchy).map((ends) => ends.map((node) => cells[node]));
  map.lines(
    arcs.map(([from, to]) => [from, bendOf(open, from, to), to].flatMap(centre)),
    { stroke: GREEN, width: 0.8, opacity: 0.6 },
  );
  map.dots(cells.map(centre), 3.5, { fill: BLUE });
  map.dots([centre(source), centre(target)], 6, { fill: ORANGE });
  map.text(...centre(source), 's', { dx: 14, weight: 700, fill: ORANGE, size: 15 });
  map.text(...centre(target), 't', { dx: 14, weight: 700, fill: ORANGE, size: 15 });
  sheet.legend(20, 488, [
    [{ fill: BLUE }, `${cells.length} subgoals`],
    [{ stroke: GREEN, width: 1.5 }, `${arcs.length} arcs`],
    [{ stroke: YELLOW, width: 7 }, `shortest path, ${cost.toFixed(3)}`],
  ]);
  return sheet;
}

/** Pairs of nodes that a jump connects: the arcs of the hierarchy that are no shortcuts. */
function arcsOf({ nodeCount, node, up, down }) {
  const found = new Map();
  for (const { firstArc, head, second } of [up, down])
    for (let rank = 0; rank < nodeCount; rank++)
      for (let arc = firstArc[rank]; arc < firstArc[rank + 1]; arc++) {
        const ends = [node[rank], node[head[arc]]].sort((a, b) => a - b);
        if (second[arc] === NONE) found.set(ends.join(), ends);
      }
  return [...found.values()];
}

/** Where a jump turns: it is diagonal first, then straight, over open cells. */
function bendOf(open, a, b) {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ]) {
    const [x, y] = [from % WIDTH, Math.floor(from / WIDTH)];
    const [across, down] = [(to % WIDTH) - x, Math.floor(to / WIDTH) - y];
    const [dx, dy] = [Math.sign(across), Math.sign(down)];
    const diagonal = Math.min(Math.abs(across), Math.abs(down));
    const steps = Math.max(Math.abs(across), Math.abs(down));
    const isFree = Array.from({ length: steps + 1 }, (_, i) => {
      const turned = Math.min(i, diagonal);
      const straight = i - turned;
      const isWide = Math.abs(across) > Math.abs(down);
      const [sx, sy] = isWide ? [straight * dx, 0] : [0, straight * dy];
      return open(x + turned * dx + sx, y + turned * dy + sy);
    }).every(Boolean);
    if (isFree) return (y + diagonal * dy) * WIDTH + x + diagonal * dx;
  }
  throw new Error(`no jump leads from cell ${a} to cell ${b}`);
}
