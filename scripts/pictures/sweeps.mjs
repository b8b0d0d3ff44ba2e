// PHAST: one upward search from the source, then one sweep over all downward arcs.
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { boxOf, climb, hierarchy, levelCount, levelOf, roads } from './roads.mjs';
import { BLUE, createSheet, INK, mix, SOFT } from './svg.mjs';

const HEAT = ['#fff3c4', '#f2a154', '#c8323c', '#5b2a86'];

export function draw() {
  const source = 13 * 4 + 2;
  const solver = createHierarchySolver(roads, hierarchy);
  const dist = new Float32Array(hierarchy.nodeCount);
  solver.trees([source]).distInto(0, dist);
  solver.destroy();
  const farthest = Math.max(...dist.filter(Number.isFinite));

  const sheet = createSheet(760, 440, 'A sweep from the highest rank down to the lowest');
  const [minX, , maxX] = boxOf(roads);
  const side = sheet.panel([70, 60, 660, 300], [minX, 0, maxX, levelCount - 1], { stretch: true });
  sheet.text(
    20,
    30,
    'Phase 1: climb from the source. Phase 2: every rank pulls from above, once.',
    {
      weight: 600,
    },
  );
  const at = (r) => [roads.x[hierarchy.node[r]], levelOf[r]];
  const downward = [];
  for (let r = 0; r < hierarchy.nodeCount; r++)
    for (let a = hierarchy.down.firstArc[r]; a < hierarchy.down.firstArc[r + 1]; a++)
      downward.push([...at(hierarchy.down.head[a]), ...at(r)]);
  side.lines(downward, { stroke: SOFT, width: 0.7, opacity: 0.35 });
  const { dist: climbed } = climb(hierarchy.up, hierarchy.rank[source]);
  const upward = [];
  for (let r = 0; r < hierarchy.nodeCount; r++)
    for (let a = hierarchy.up.firstArc[r]; a < hierarchy.up.firstArc[r + 1]; a++)
      if (climbed[r] < Infinity) upward.push([...at(r), ...at(hierarchy.up.head[a])]);
  side.lines(upward, { stroke: BLUE, width: 2 });
  const byColour = new Map();
  for (let r = 0; r < hierarchy.nodeCount; r++) {
    const colour = mix(HEAT, Math.round((8 * dist[hierarchy.node[r]]) / farthest) / 8);
    byColour.set(colour, [...(byColour.get(colour) ?? []), at(r)]);
  }
  for (const [fill, spots] of byColour) side.dots(spots, 4.5, { fill, stroke: INK, width: 0.6 });
  side.text(...at(hierarchy.rank[source]), 'source', { dy: 20, weight: 600, fill: BLUE });
  for (let level = 0; level < levelCount; level += 2)
    sheet.text(48, side.py(level) + 4, String(level), { size: 11, fill: SOFT, anchor: 'end' });
  sheet.text(20, 52, 'level', { size: 11, fill: SOFT });
  sheet.legend(20, 400, [
    [{ stroke: BLUE, width: 2 }, 'upward arcs from the source'],
    [{ stroke: SOFT, width: 1 }, `downward arcs, ${downward.length} in all`],
    [{ fill: HEAT[0] }, 'near'],
    [{ fill: HEAT[1] }, ''],
    [{ fill: HEAT[2] }, ''],
    [{ fill: HEAT[3] }, 'far from the source'],
  ]);
  sheet.text(
    20,
    424,
    'No arc joins two nodes of one level, so a level is done in any order, or at once on a GPU.',
    {
      size: 12,
    },
  );
  return sheet;
}
