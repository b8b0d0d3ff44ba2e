// Contraction hierarchy: the nodes by level, and both upward searches of one query.
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { boxOf, climb, hierarchy, levelCount, levelOf, roadLines, roads } from './roads.mjs';
import { BLUE, createSheet, FAINT, mix, ORANGE, SOFT, VIOLET, YELLOW } from './svg.mjs';

export function draw() {
  const [source, target] = [13 * 6, 13 * 3 + 12];
  const solver = createHierarchySolver(roads, hierarchy);
  const { path, settled } = solver.route(source, target);
  solver.destroy();

  const sheet = createSheet(
    760,
    430,
    'The two upward searches of a query in a contraction hierarchy',
  );
  const [minX, , maxX] = boxOf(roads);
  const map = drawMap(sheet, path);
  const side = sheet.panel([410, 60, 330, 300], [minX, 0, maxX, levelCount - 1], { stretch: true });
  sheet.text(410, 30, 'The same from the side: higher = contracted later', { weight: 600 });
  const at = (r) => [roads.x[hierarchy.node[r]], levelOf[r]];
  side.dots(
    Array.from(hierarchy.node, (_, r) => at(r)),
    1.6,
    { fill: '#c3c9d6' },
  );
  const forward = climb(hierarchy.up, hierarchy.rank[source]);
  const backward = climb(hierarchy.down, hierarchy.rank[target]);
  let top = 0;
  for (let r = 0; r < hierarchy.nodeCount; r++)
    if (forward.dist[r] + backward.dist[r] < forward.dist[top] + backward.dist[top]) top = r;
  for (const [search, arcs, colour] of [
    [forward, hierarchy.up, BLUE],
    [backward, hierarchy.down, ORANGE],
  ]) {
    const lines = [];
    for (let r = 0; r < hierarchy.nodeCount; r++) {
      if (search.dist[r] === Infinity) continue;
      for (let a = arcs.firstArc[r]; a < arcs.firstArc[r + 1]; a++)
        lines.push([...at(r), ...at(arcs.head[a])]);
    }
    side.lines(lines, { stroke: colour, width: 1, opacity: 0.35 });
    const route = [];
    for (let r = top; r >= 0; r = search.before[r]) route.push(...at(r));
    side.line(route, { stroke: colour, width: 3.5, cap: 'round' });
    for (let r = top; r >= 0; r = search.before[r]) {
      const u = hierarchy.node[r];
      side.dots([at(r)], 4, { fill: colour });
      map.dots([[roads.x[u], roads.y[u]]], 5, { stroke: colour, width: 2.5 });
    }
  }
  side.dots([at(top)], 6, { fill: VIOLET });
  side.text(...at(top), 'meet', { dy: -10, weight: 600, fill: VIOLET });
  for (const [panel, spot] of [
    [map, (u) => [roads.x[u], roads.y[u]]],
    [side, (u) => at(hierarchy.rank[u])],
  ]) {
    panel.text(...spot(source), 's', { dx: -12, weight: 700, fill: BLUE, size: 15 });
    panel.text(...spot(target), 't', { dx: 12, weight: 700, fill: ORANGE, size: 15 });
  }
  sheet.legend(20, 392, [
    [{ stroke: YELLOW, width: 7 }, 'shortest path, unpacked'],
    [{ stroke: BLUE, width: 3.5 }, 'climb from s'],
    [{ stroke: ORANGE, width: 3.5 }, 'climb from t, backwards'],
    [{ stroke: SOFT, width: 1 }, 'other arcs upward'],
  ]);
  sheet.note(
    20,
    416,
    `${hierarchy.nodeCount} nodes, ${levelCount} levels; the query settled ${settled} nodes.`,
    'Rings: nodes of the path in the hierarchy,',
    `which adds ${hierarchy.up.second.filter((s) => s !== 0xffffffff).length} shortcuts.`,
  );
  return sheet;
}

/** The road network with a path and the nodes by level; gives the panel. */
function drawMap(sheet, path) {
  const map = sheet.panel([20, 60, 350, 300], boxOf(roads));
  sheet.text(20, 30, 'The road network, darker = contracted later', { weight: 600 });
  map.lines(roadLines(roads), { stroke: FAINT, width: 1.5 });
  const points = [...path].flatMap((u) => [roads.x[u], roads.y[u]]);
  map.line(points, { stroke: YELLOW, width: 7, cap: 'round' });
  for (let level = 0; level < levelCount; level++) {
    const nodes = [];
    for (let r = hierarchy.levelStart[level]; r < hierarchy.levelStart[level + 1]; r++)
      nodes.push([roads.x[hierarchy.node[r]], roads.y[hierarchy.node[r]]]);
    const share = level / (levelCount - 1);
    map.dots(nodes, 2 + Math.round(3 * share), {
      fill: mix(['#c3c9d6', '#7b4bb3', '#1f2430'], share),
    });
  }
  return map;
}
