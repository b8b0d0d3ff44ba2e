// The searches that McNally tried, beside the plain A* of the targets.
import { buildGraph } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlainGraphAstar } from '../src/roads/peers/plain-graph-astar.ts';
import { sameCost } from '../src/roads/study/variant-units.ts';
import { createRealTimeAstar, createStudyAstar } from '../src/roads/peers/study-astar.ts';

const searches = suite('searches of the study of roads');

/** Streets in rows and columns; each node lies near its place in the lattice. */
function streets(side: number, seed: number) {
  const next = random(seed);
  const count = side * side;
  const x = Float32Array.from({ length: count }, (_, v) => (v % side) + 0.4 * next());
  const y = Float32Array.from({ length: count }, (_, v) => Math.floor(v / side) + 0.4 * next());
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  const join = (a: number, b: number): void => {
    if (next() < 0.4) return;
    const length = 1.2 * Math.hypot(x[a] - x[b], y[a] - y[b]);
    tail.push(a, b);
    head.push(b, a);
    weight.push(length, length);
  };
  for (let v = 0; v < count; v++) {
    if (v % side < side - 1) join(v, v + 1);
    if (v + side < count) join(v, v + side);
  }
  return { count, graph: buildGraph({ nodeCount: count, tail, head, weight, x, y }) };
}

searches('A* finds the same costs with bytes, with bits and without a closed set', () => {
  const { count, graph } = streets(14, 7);
  const plain = createPlainGraphAstar(graph);
  const kinds = ['bytes', 'bits', 'no closed set'] as const;
  const ours = kinds.map((kind) => createStudyAstar(graph, kind));
  assert.equal(
    ours.map(({ bytes }) => bytes),
    [2 * count, 2 * Math.ceil(count / 8), count],
  );
  let without = 0;
  for (let i = 0; i < 300; i++) {
    const [from, to] = [(i * 37) % count, (i * 101 + 5) % count];
    const least = plain.search(from, to);
    if (least === Infinity) without++;
    ours.forEach(({ search }, k) => {
      const { cost } = search(from, to);
      const same = cost === least || Math.abs(cost - least) < 1e-4 * least;
      assert.ok(same, `${kinds[k]}, ${from} to ${to}: ${cost}, ${least}`);
    });
  }
  assert.ok(without > 0 && without < 150, `${without} without a path`);
});

searches('real-time A* comes to every target within reach, never on a shorter path', () => {
  const { count, graph } = streets(14, 7);
  const plain = createPlainGraphAstar(graph);
  const realTime = createRealTimeAstar(graph, 200 * count);
  let longer = 0;
  for (let i = 0; i < 200; i++) {
    const [from, to] = [(i * 37) % count, (i * 101 + 5) % count];
    const least = plain.search(from, to);
    if (least === Infinity) continue;
    const { cost } = realTime.search(from, to);
    assert.ok(cost < Infinity, `${from} to ${to}`);
    assert.ok(cost >= least * (1 - 1e-5), `${cost}, ${least}`);
    if (cost > least * 1.01) longer++;
  }
  assert.ok(longer > 10, `${longer} paths are longer`);
  // it gives up after its moves, and where no arc leaves
  assert.is(createRealTimeAstar(graph, 1).search(0, count - 1).expanded, 1);
});

searches('compare costs up to rounding, and a cost with no path as different', () => {
  assert.ok(sameCost(1, 1 + 5e-5) && sameCost(Infinity, Infinity) && sameCost(0, 0));
  assert.not.ok(sameCost(1, 1.001));
  assert.not.ok(sameCost(Infinity, 5));
  assert.not.ok(sameCost(5, Infinity));
});

searches.run();
