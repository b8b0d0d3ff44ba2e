// Hub labels: the hubs of two nodes, those that both have, and the hub of the least sum.
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { boxOf, hierarchy, roadLines, roads } from './roads.mjs';
import { BLUE, createSheet, FAINT, INK, ORANGE, SOFT, VIOLET, YELLOW } from './svg.mjs';

const [SOURCE, TARGET] = [13 * 6, 13 * 3 + 12];
/** A padded place of a group. */
const NONE = 0xffffffff;

export function draw() {
  const labels = buildHubLabels(hierarchy);
  const forward = labelOf(labels, labels.forward, SOURCE);
  const backward = labelOf(labels, labels.backward, TARGET);
  const common = [...forward.keys()].filter((node) => backward.has(node));
  const sum = (node) => forward.get(node) + backward.get(node);
  const best = common.reduce((least, node) => (sum(node) < sum(least) ? node : least));
  const solver = createHierarchySolver(roads, hierarchy);
  const { path, cost } = solver.route(SOURCE, TARGET);
  solver.destroy();
  if (Math.abs(sum(best) - cost) > 1e-3) throw new Error(`${sum(best)} is not ${cost}`);

  const sheet = createSheet(760, 470, 'The hub labels of two nodes and the hub that both share');
  sheet.text(20, 30, 'Two labels: the hubs of s and the hubs of t', { weight: 600 });
  const at = (node) => [roads.x[node], roads.y[node]];
  const map = sheet.panel([20, 48, 480, 350], boxOf(roads));
  map.lines(roadLines(roads), { stroke: FAINT, width: 1.5 });
  map.line([...path].flatMap(at), { stroke: YELLOW, width: 7, cap: 'round' });
  for (const [label, node, colour] of [
    [forward, SOURCE, BLUE],
    [backward, TARGET, ORANGE],
  ]) {
    const spokes = [...label.keys()].map((hub) => [...at(node), ...at(hub)]);
    map.lines(spokes, { stroke: colour, width: 1, opacity: 0.45, dash: '4 3' });
    map.dots([...label.keys()].map(at), 4, { fill: colour });
  }
  map.dots(common.map(at), 7, { stroke: VIOLET, width: 2 });
  map.dots([at(best)], 6, { fill: VIOLET });
  map.text(...at(SOURCE), 's', { dx: -12, weight: 700, fill: BLUE, size: 15 });
  map.text(...at(TARGET), 't', { dx: 12, weight: 700, fill: ORANGE, size: 15 });
  drawSums(sheet, common, { forward, backward, best });
  sheet.legend(20, 428, [
    [{ stroke: YELLOW, width: 7 }, 'shortest path'],
    [{ fill: BLUE }, 'hub of s'],
    [{ fill: ORANGE }, 'hub of t'],
    [{ stroke: VIOLET, width: 2 }, 'hub of both'],
    [{ fill: VIOLET }, 'hub of the least sum'],
  ]);
  sheet.note(
    20,
    452,
    `${roads.nodeCount} nodes have ${(labels.entryCount / roads.nodeCount).toFixed(1)} hubs each.`,
    `No arc is searched: the distance ${Math.round(cost)} is the least of ${common.length} sums.`,
  );
  return sheet;
}

/** The hubs of a node in one direction, with their distances. */
function labelOf({ hub, nodeCount }, { first, groups }, node) {
  const nodeOf = new Uint32Array(nodeCount);
  hub.forEach((number, u) => (nodeOf[number] = u));
  const distances = new Float32Array(groups.buffer, groups.byteOffset, groups.length);
  const label = new Map();
  for (let group = first[hub[node]]; group < first[hub[node] + 1]; group++)
    for (let place = 8 * group; place < 8 * group + 4; place++)
      if (groups[place] !== NONE) label.set(nodeOf[groups[place]], distances[place + 4]);
  return label;
}

/** A row per hub of both nodes: the two distances and their sum. */
function drawSums(sheet, common, { forward, backward, best }) {
  const rows = common
    .map((node) => ({ node, there: forward.get(node), on: backward.get(node) }))
    .toSorted((a, b) => a.there + a.on - (b.there + b.on));
  sheet.text(530, 70, 'hubs of both', { weight: 600 });
  const columns = [620, 675, 735];
  const heads = ['from s', 'to t', 'sum'];
  const write = (texts, y, style) =>
    columns.forEach((x, i) => sheet.text(x, y, texts[i], { ...style, anchor: 'end', size: 12 }));
  write(heads, 94, { fill: SOFT });
  for (const [i, { node, there, on }] of rows.slice(0, 12).entries()) {
    const isBest = node === best;
    const style = { fill: isBest ? VIOLET : INK, weight: isBest ? 700 : undefined };
    write(
      [there, on, there + on].map((value) => String(Math.round(value))),
      118 + 22 * i,
      style,
    );
  }
}
