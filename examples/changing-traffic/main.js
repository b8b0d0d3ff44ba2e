// Traffic that changes: a customizable hierarchy takes new weights in milliseconds.
import { buildCustomizable, createCustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import { roadGraph } from '@wayfield/graph/generators';

const roads = roadGraph(120, 120, { seed: 4 });
const solver = createCustomizableSolver(roads, buildCustomizable(roads));
const free = roads.weight.slice();
const [home, work] = [0, roads.nodeCount - 1];
const usual = solver.route(home, work);
console.log(`at night ${Math.round(usual.cost)}`);

const arcOf = new Uint32Array(roads.arcCount);
for (let u = 0; u < roads.nodeCount; u++)
  for (let a = roads.firstOut[u]; a < roads.firstOut[u + 1]; a++) arcOf[a] = u;
// The middle of the town fills up towards the morning. Arcs there cost up to twice as much.
const middle = [...arcOf.keys()].filter((a) => {
  const [dx, dy] = [roads.x[arcOf[a]] - 6000, roads.y[arcOf[a]] - 6000];
  return dx * dx + dy * dy < 3000 ** 2;
});
for (const [hour, factor] of [
  [6, 1.04],
  [7, 1.1],
  [8, 2],
  [10, 1],
]) {
  for (const a of middle) roads.weight[a] = free[a] * factor;
  const started = performance.now();
  solver.update(middle);
  const took = performance.now() - started;
  const route = solver.route(home, work);
  console.log(
    `${hour}:00 ${Math.round(route.cost)}, ${middle.length} arcs in ${took.toFixed(1)} ms`,
  );
}
const isUsual = solver.route(home, work).cost === usual.cost;
console.log('as at night again:', isUsual); // as at night again: true
solver.destroy();
