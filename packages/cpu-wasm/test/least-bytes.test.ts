// Errors that name the least bytes of a map: the figure is never more than the map takes.
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { buildHubLabels, createHubLabelSolver } from '../src/hub-labels.ts';
import { leastHierarchyBytes } from '../src/hierarchy/map.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodePairs, streets } from './random-graphs.ts';

const test = suite('the least bytes');

test('of a hierarchy are below what a solver takes, and near it', () => {
  for (const width of [1, 2, 5, 40, 100]) {
    const graph = streets(width, 7);
    const hierarchy = buildHierarchy(graph);
    const arcCount = hierarchy.up.head.length + hierarchy.down.head.length;
    const least = leastHierarchyBytes(graph.nodeCount, arcCount);
    const { memoryBytes } = createHierarchySolver(graph, hierarchy);
    // beside it: the heap, the first room of a path, stacks, and expansions beyond the least
    assert.ok(least <= memoryBytes, `${least} of ${memoryBytes} bytes`);
    assert.ok(memoryBytes <= 1.2 * least + 20_000, `${least} of ${memoryBytes} bytes`);
  }
  // beyond 4096^2 / 4 nodes the top takes 64 MiB: such a hierarchy fits into 4 GiB
  assert.is(leastHierarchyBytes(50_000_000, 100_000_000), 4_000_000_000 + 2 ** 26);
});

test('of hub labels are counted, not read from byteLength', () => {
  const graph = streets(12, 2);
  const hierarchy = buildHierarchy(graph);
  const labels = { ...buildHubLabels(hierarchy), byteLength: 2 ** 33 };
  const solver = createHubLabelSolver(graph, hierarchy, labels);
  assert.is(solver.run(nodePairs(graph, 5, 1)).count, 5);
});

test.run();
