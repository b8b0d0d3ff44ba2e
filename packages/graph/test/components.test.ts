import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  type Components,
  type Graph,
  type Grid,
  NONE,
  nodeCountOf,
  referenceDijkstra,
  strongComponents,
  weakComponents,
} from '../src/index.ts';
import { anyGraph, anyGrid } from './random-data.ts';

const weak = suite('weakComponents');
const strong = suite('strongComponents');

// 0 <-> 2, 2 -> 3, 4 -> 3, 1 alone, 5 <-> 6
const graph = buildGraph({
  nodeCount: 7,
  tail: [0, 2, 2, 4, 5, 6],
  head: [2, 0, 3, 3, 6, 5],
  weight: [1, 1, 1, 1, 1, 1],
});

weak('joins nodes whatever the direction of the arcs', () => {
  const { count, component, size } = weakComponents(graph);
  assert.is(count, 3);
  sameArray(component, [0, 1, 0, 0, 0, 2, 2]);
  sameArray(size, [4, 1, 2]);
});

strong('joins nodes that reach each other', () => {
  const { count, component, size } = strongComponents(graph);
  assert.is(count, 5);
  sameArray(component, [0, 1, 0, 2, 3, 4, 4]);
  sameArray(size, [2, 1, 1, 1, 2]);
});

weak('separates the open cells of a grid by its corner rule', () => {
  // open at 0, 1 and 5; between 1 and 5 only a diagonal step past 2 (blocked) and 4 (blocked)
  const map = { width: 3, height: 2, cost: [1, 1, 0, 0, 0, 1] };
  for (const [corners, expected] of [
    ['never', [0, 0, NONE, NONE, NONE, 1]],
    ['one-open', [0, 0, NONE, NONE, NONE, 1]],
    ['always', [0, 0, NONE, NONE, NONE, 0]],
  ] as const) {
    const grid = buildGrid({ ...map, corners });
    sameArray(weakComponents(grid).component, expected);
    sameArray(strongComponents(grid).component, expected);
  }
  assert.is(weakComponents(buildGrid({ width: 2, height: 1, cost: [0, 0] })).count, 0);
});

weak('finds none in an empty graph', () => {
  const empty = buildGraph({ nodeCount: 0, tail: [], head: [], weight: [] });
  assert.is(weakComponents(empty).count, 0);
  assert.is(strongComponents(empty).count, 0);
});

/** Components by the definition: `joined[u][v]` says whether u and v belong together. */
function byDefinition(n: number, joined: boolean[][], open: (u: number) => boolean): Components {
  const component = new Uint32Array(n).fill(NONE);
  const size: number[] = [];
  for (let u = 0; u < n; u++) {
    if (!open(u) || component[u] !== NONE) continue;
    size.push(0);
    for (let v = 0; v < n; v++) {
      if (!joined[u][v]) continue;
      component[v] = size.length - 1;
      size[size.length - 1]++;
    }
  }
  return { count: size.length, component, size: Uint32Array.from(size) };
}

function agree(found: Components, expected: Components): void {
  assert.is(found.count, expected.count);
  sameArray(found.component, expected.component, 'component');
  sameArray(found.size, expected.size, 'size');
}

const reach = (data: Graph | Grid): boolean[][] =>
  Array.from({ length: nodeCountOf(data) }, (_, u) =>
    Array.from(referenceDijkstra(data, u).dist, (d) => d < Infinity),
  );

strong('agrees with reachability on random graphs, seed 31', () => {
  fc.assert(
    fc.property(anyGraph, (data) => {
      const from = reach(data);
      const joined = from.map((row, u) => row.map((there, v) => there && from[v][u]));
      agree(
        strongComponents(data),
        byDefinition(data.nodeCount, joined, () => true),
      );
    }),
    { seed: 31, numRuns: 1000 },
  );
});

weak('agrees with reachability on random graphs made undirected, seed 32', () => {
  fc.assert(
    fc.property(anyGraph, (data) => {
      const tail: number[] = [];
      for (let u = 0; u < data.nodeCount; u++) {
        for (let a = data.firstOut[u]; a < data.firstOut[u + 1]; a++) tail.push(u);
      }
      const { nodeCount, head, weight } = data;
      const both = buildGraph({ nodeCount, tail, head, weight }, { undirected: true });
      agree(
        weakComponents(data),
        byDefinition(nodeCount, reach(both), () => true),
      );
    }),
    { seed: 32, numRuns: 500 },
  );
});

weak('agrees with reachability on random grids, seed 33', () => {
  fc.assert(
    fc.property(anyGrid, (grid) => {
      const expected = byDefinition(grid.cost.length, reach(grid), (u) => grid.cost[u] > 0);
      agree(weakComponents(grid), expected);
    }),
    { seed: 33, numRuns: 500 },
  );
});

strong('does not overflow the stack on a path and a ring of 300,000 nodes', () => {
  const n = 300_000;
  const tail = Uint32Array.from({ length: n }, (_, i) => i);
  const head = tail.map((u) => (u + 1) % n);
  const weight = new Float32Array(n);
  assert.is(strongComponents(buildGraph({ nodeCount: n, tail, head, weight })).count, 1);
  head[n - 1] = n - 1;
  const path = buildGraph({ nodeCount: n, tail, head, weight });
  assert.is(strongComponents(path).count, n);
  assert.is(weakComponents(path).count, 1);
});

weak('numbers more components than a Map has room for', () => {
  const most = 100; // instead of 2^24
  const nodeCount = most + 2;
  const [tail, head] = [[nodeCount - 1], [nodeCount - 2]];
  const alone = buildGraph({ nodeCount, tail, head, weight: [1] });
  const { Map: WholeMap, Set: WholeSet } = globalThis;
  const full = new RangeError('Map maximum size exceeded');
  globalThis.Map = class<K, V> extends WholeMap<K, V> {
    override set(key: K, value: V): this {
      if (this.size === most && !this.has(key)) throw full;
      return super.set(key, value);
    }
  };
  globalThis.Set = class<V> extends WholeSet<V> {
    override add(value: V): this {
      if (this.size === most && !this.has(value)) throw full;
      return super.add(value);
    }
  };
  try {
    assert.throws(
      () => new Map(Array.from({ length: most + 1 }, (_, i) => [i, i])),
      /maximum size/,
    );
    const { count, component, size } = weakComponents(alone);
    assert.is(count, most + 1);
    assert.is(component[nodeCount - 1], most);
    assert.is(size[most], 2);
  } finally {
    Object.assign(globalThis, { Map: WholeMap, Set: WholeSet });
  }
});

weak.run();
strong.run();
