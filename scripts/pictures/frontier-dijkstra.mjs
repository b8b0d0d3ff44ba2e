// Frontier Dijkstra: what one threshold lets relax at once.
import { createGpuTreeSolver } from '@wayfield/gpu';
import { roadGraph } from '@wayfield/graph/generators';
import { pictureDevice } from './gpu-device.mjs';
import { boxOf, roadLines } from './roads.mjs';
import { createSheet, FAINT, INK, mix } from './svg.mjs';

export async function draw() {
  const graph = roadGraph(31, 17, { seed: 9, missing: 0.15 });
  const source = 31 * 8 + 4;
  const delta = 350;
  const runs = [];
  let dist;
  for (const options of [
    { rule: 'near-far', delta: Infinity },
    { rule: 'near-far', delta },
    { rule: 'mcmillan' },
    { rule: 'ortega' },
  ]) {
    const solver = await createGpuTreeSolver(await pictureDevice(), graph, options);
    const run = await solver.run([source]);
    ({ dist } = run.trees[0]);
    runs.push([options, run.iterations[0]]);
    solver.destroy();
  }

  const sheet = createSheet(760, 500, 'The buckets of a near-far search on a road network');
  sheet.text(
    20,
    30,
    `Nodes of one colour are relaxed together: labels within ${delta} m of the smallest`,
    {
      weight: 600,
    },
  );
  const map = sheet.panel([20, 48, 720, 370], boxOf(graph));
  map.lines(roadLines(graph), { stroke: FAINT, width: 1.5 });
  const buckets = new Map();
  for (let u = 0; u < dist.length; u++) {
    if (!Number.isFinite(dist[u])) continue;
    const bucket = Math.floor(dist[u] / delta);
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), [graph.x[u], graph.y[u]]]);
  }
  const last = Math.max(...buckets.keys());
  const colours = ['#f3c94b', '#d9661f', '#c8323c', '#7b4bb3', '#2563c9'];
  for (const [bucket, spots] of buckets)
    map.dots(spots, 4, {
      fill: mix(colours, bucket / last),
      stroke: bucket % 2 ? INK : undefined,
      width: 0.8,
    });
  map.dots([[graph.x[source], graph.y[source]]], 8, { stroke: INK, width: 2.5 });
  const words = ({ rule, delta: width }) =>
    rule === 'near-far'
      ? width === Infinity
        ? 'Bellman-Ford (delta = ∞)'
        : `near-far, delta ${width} m`
      : rule;
  sheet.text(
    20,
    446,
    'How often the threshold moves until all labels are final (the distances are the same):',
    {
      size: 12,
    },
  );
  sheet.text(
    20,
    468,
    runs.map(([options, count]) => `${words(options)}: ${count}`).join('   ·   '),
    {
      size: 13,
      weight: 600,
    },
  );
  sheet.text(
    20,
    488,
    'Few moves mean many nodes relaxed at once, and some of them more than once.',
    { size: 12 },
  );
  return sheet;
}
