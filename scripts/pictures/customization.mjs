// Customizable hierarchy: separators of the nested dissection, and what a changed weight touches.
import { buildCustomizable } from '@wayfield/cpu-wasm/customizable';
import { roadGraph } from '@wayfield/graph/generators';
import { boxOf, roadLines } from './roads.mjs';
import { BLUE, createSheet, FAINT, GREEN, ORANGE, RED, SOFT, VIOLET } from './svg.mjs';

const NONE = 0xffffffff;
const COLOURS = [RED, ORANGE, BLUE, GREEN, VIOLET];

export function draw() {
  const graph = roadGraph(19, 13, { seed: 6, missing: 0.15 });
  const hierarchy = buildCustomizable(graph);
  const { nodeCount, node, parent } = hierarchy;
  // the depth of the separator of each rank: the chain below a fork of the elimination tree is one
  const children = new Uint32Array(nodeCount);
  for (const p of parent) if (p !== NONE) children[p]++;
  const depth = new Uint32Array(nodeCount);
  const steps = new Uint32Array(nodeCount);
  for (let r = nodeCount - 1; r >= 0; r--) {
    if (parent[r] === NONE) continue;
    depth[r] = depth[parent[r]] + (children[parent[r]] > 1 ? 1 : 0);
    steps[r] = steps[parent[r]] + 1;
  }
  const sheet = createSheet(760, 420, 'Separators of a nested dissection and the elimination tree');
  const box = boxOf(graph);
  const map = sheet.panel([20, 60, 400, 300], box);
  sheet.text(20, 30, 'Separators cut the map in two, again and again', { weight: 600 });
  map.lines(roadLines(graph), { stroke: FAINT, width: 1.5 });
  const tree = sheet.panel([460, 60, 280, 300], [box[0], 0, box[2], Math.max(...steps)], {
    stretch: true,
    down: true,
  });
  sheet.text(460, 30, 'The elimination tree', { weight: 600 });
  const lines = [];
  // a node of the tree stands over the middle of its leaves
  const order = leaves(hierarchy, children);
  const xOf = (r) => box[0] + ((box[2] - box[0]) * order.middle[r]) / Math.max(1, order.count - 1);
  for (let r = 0; r < nodeCount; r++)
    if (parent[r] !== NONE) lines.push([xOf(r), steps[r], xOf(parent[r]), steps[parent[r]]]);
  tree.lines(lines, { stroke: SOFT, width: 0.8 });
  for (let d = COLOURS.length; d >= 0; d--) {
    const ranks = [];
    for (let r = 0; r < nodeCount; r++) if (Math.min(depth[r], COLOURS.length) === d) ranks.push(r);
    const fill = COLOURS[d] ?? '#b9bfcc';
    map.dots(
      ranks.map((r) => [graph.x[node[r]], graph.y[node[r]]]),
      d < 3 ? 5 : 3.5,
      { fill },
    );
    tree.dots(
      ranks.map((r) => [xOf(r), steps[r]]),
      3,
      { fill },
    );
  }
  sheet.legend(20, 392, [
    ...COLOURS.map((fill, d) => [{ fill }, `separator ${d + 1}`]),
    [{ fill: '#b9bfcc' }, 'deeper'],
  ]);
  sheet.note(
    20,
    412,
    `${nodeCount} nodes, ${hierarchy.arcCount} arcs that serve all weights.`,
    `The search space of a node is its path to the root: at most ${Math.max(...steps) + 1} nodes.`,
  );
  return sheet;
}

/** One per rank: the middle of the leaves below it, numbered from left to right. */
function leaves({ nodeCount, parent }, children) {
  const below = Array.from({ length: nodeCount }, () => []);
  const roots = [];
  for (let r = nodeCount - 1; r >= 0; r--) (parent[r] === NONE ? roots : below[parent[r]]).push(r);
  const middle = new Float64Array(nodeCount);
  let count = 0;
  const visit = (r) => {
    if (children[r] === 0) middle[r] = count++;
    for (const child of below[r]) visit(child);
    if (children[r] > 0)
      middle[r] = below[r].reduce((sum, child) => sum + middle[child], 0) / below[r].length;
  };
  for (const root of roots) visit(root);
  return { middle, count };
}
