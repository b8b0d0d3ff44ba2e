import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGraph, checkGraph } from '../src/index.ts';
import { withoutMemory } from './without-memory.ts';

const test = suite('buildGraph');

// 0 -> 1 twice, 1 -> 2, 2 -> 2, 0 -> 2, unsorted
const small = {
  nodeCount: 4,
  tail: [2, 0, 1, 0, 0],
  head: [2, 1, 2, 2, 1],
  weight: [5, 3, 1, 7, 2],
};

test('sorts arcs by tail and keeps their order, parallels and loops', () => {
  const graph = buildGraph(small);
  assert.is(graph.nodeCount, 4);
  assert.is(graph.arcCount, 5);
  sameArray(graph.firstOut, [0, 3, 4, 5, 5]);
  sameArray(graph.head, [1, 2, 1, 2, 2]);
  sameArray(graph.weight, [3, 7, 2, 1, 5]);
  assert.is(graph.x, undefined);
  assert.is(graph.heuristicScale, 0);
  assert.ok(graph.buffer instanceof ArrayBuffer);
});

test('keeps the cheapest of parallel arcs', () => {
  const graph = buildGraph(small, { parallelArcs: 'cheapest' });
  sameArray(graph.firstOut, [0, 2, 3, 4, 4]);
  sameArray(graph.head, [1, 2, 2, 2]);
  sameArray(graph.weight, [2, 7, 1, 5]);
});

test('drops self-loops', () => {
  const graph = buildGraph(small, { selfLoops: 'drop' });
  sameArray(graph.firstOut, [0, 3, 4, 4, 4]);
});

test('doubles every arc but loops when undirected', () => {
  const graph = buildGraph(small, { undirected: true, parallelArcs: 'cheapest' });
  sameArray(graph.firstOut, [0, 2, 4, 7, 7]);
  sameArray(graph.head, [1, 2, 0, 2, 2, 1, 0]);
  sameArray(graph.weight, [2, 7, 2, 1, 5, 1, 7]);
});

test('accepts no nodes, one node and no arcs', () => {
  const none = { tail: [], head: [], weight: [] };
  const empty = buildGraph({ nodeCount: 0, ...none });
  sameArray(empty.firstOut, [0]);
  checkGraph(empty);
  const one = buildGraph({ nodeCount: 1, ...none, x: [1], y: [2] });
  sameArray(one.firstOut, [0, 0]);
  assert.is(one.heuristicScale, 0);
  checkGraph(one);
});

test('puts all arrays into one buffer at multiples of 16 bytes', () => {
  const graph = buildGraph({ ...small, x: [0, 1, 2, 3], y: [0, 0, 0, 0] }, { shared: true });
  assert.ok(graph.buffer instanceof SharedArrayBuffer);
  for (const array of [graph.firstOut, graph.head, graph.weight, graph.x!, graph.y!]) {
    assert.is(array.buffer, graph.buffer);
    assert.is(array.byteOffset % 16, 0);
  }
  assert.is(graph.buffer.byteLength, 64 + 32 + 32 + 32 + 16 + 16);
});

test('rounds weights to f32 and stores no -0', () => {
  const graph = buildGraph({ nodeCount: 1, tail: [0, 0], head: [0, 0], weight: [0.1, -0] });
  sameArray(graph.weight, [Math.fround(0.1), 0]);
});

test('finds the largest heuristicScale that no arc breaks', () => {
  // costs 10 over 5 and 9 over 3: at most 2
  const arcs = {
    nodeCount: 3,
    tail: [0, 1],
    head: [1, 2],
    weight: [10, 9],
    x: [0, 3, 3],
    y: [0, 4, 7],
  };
  const graph = buildGraph(arcs);
  assert.ok(graph.heuristicScale <= 2 && graph.heuristicScale > 2 * (1 - 2 ** -19));
  assert.is(graph.heuristicScale, Math.fround(graph.heuristicScale));
  assert.is(buildGraph(arcs, { heuristicScale: 0 }).heuristicScale, 0);
  assert.is(buildGraph(arcs, { heuristicScale: 1.5 }).heuristicScale, 1.5);
  // what the weights really are, where their f32 rounding could break it: lowered a little
  assert.is(buildGraph(arcs, { heuristicScale: 2 }).heuristicScale, graph.heuristicScale);
  checkGraph(buildGraph(arcs, { heuristicScale: 2 }));
  refuses(
    () => buildGraph(arcs, { heuristicScale: 2.1 }),
    RangeError,
    /^heuristicScale is 2.1, expected 0 to 2.00000/,
  );
  refuses(() => buildGraph(arcs, { heuristicScale: NaN }), RangeError, /heuristicScale is NaN/);
});

test('takes no scale from arcs without length, 0 from arcs without cost', () => {
  const at = { x: [0, 0, 1], y: [0, 0, 1] };
  assert.is(
    buildGraph({ nodeCount: 3, tail: [0], head: [1], weight: [0], ...at }).heuristicScale,
    0,
  );
  assert.is(
    buildGraph({ nodeCount: 3, tail: [0, 0], head: [1, 2], weight: [5, 0], ...at }).heuristicScale,
    0,
  );
});

test('sets no limit to the scale where all arcs have no length', () => {
  const place = { x: [3, 3], y: [5, 5] };
  const loop = { nodeCount: 1, tail: [0], head: [0], weight: [5], x: [3], y: [5] };
  const pair = { nodeCount: 2, tail: [0, 1], head: [1, 0], weight: [0, 7], ...place };
  for (const arcs of [loop, pair]) {
    for (const scale of [0, 0.99, 1, 2 ** 64]) {
      const graph = buildGraph(arcs, { heuristicScale: scale });
      assert.is(graph.heuristicScale, Math.fround(scale));
      checkGraph(graph);
    }
    assert.is(buildGraph(arcs).heuristicScale, 0);
    refuses(
      () => buildGraph(arcs, { heuristicScale: 2 ** 65 }),
      RangeError,
      'heuristicScale is 36893488147419103000, expected 0 to 2^64',
    );
  }
});

test('takes no scale from lengths whose squares are subnormal in f32', () => {
  const arcs = { nodeCount: 2, tail: [0], head: [1], weight: [1], y: [0, 0] };
  assert.is(buildGraph({ ...arcs, x: [0, 2 ** -51] }).heuristicScale, 0);
  assert.ok(buildGraph({ ...arcs, x: [0, 2 ** -50] }).heuristicScale > 2 ** 49);
  // a scale times the longest line there is must not overflow
  assert.is(buildGraph({ ...arcs, weight: [1e30], x: [0, 1] }).heuristicScale, 2 ** 64);
});

test('keeps exactly the arcs given, seed 7', () => {
  const node = fc.nat(6);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(node, node, fc.nat(9)), { maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (list, undirected, cheapest, drop) => {
        const graph = buildGraph(
          {
            nodeCount: 7,
            tail: list.map((arc) => arc[0]),
            head: list.map((arc) => arc[1]),
            weight: list.map((arc) => arc[2]),
          },
          {
            undirected,
            parallelArcs: cheapest ? 'cheapest' : 'keep',
            selfLoops: drop ? 'drop' : 'keep',
          },
        );
        checkGraph(graph);
        let expected = list.filter(([u, v]) => !drop || u !== v);
        if (undirected) {
          expected = expected.flatMap(([u, v, w]) =>
            u === v
              ? [[u, v, w]]
              : [
                  [u, v, w],
                  [v, u, w],
                ],
          ) as typeof expected;
        }
        const name = ([u, v, w]: number[]): string => `${u} ${v} ${w}`;
        let names = expected.map(name);
        if (cheapest) {
          const best = new Map<string, number>();
          for (const [u, v, w] of expected) {
            best.set(`${u} ${v}`, Math.min(w, best.get(`${u} ${v}`) ?? w));
          }
          names = [...best].map(([ends, w]) => `${ends} ${w}`);
        }
        const got: string[] = [];
        for (let u = 0; u < 7; u++) {
          for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
            got.push(name([u, graph.head[a], graph.weight[a]]));
          }
        }
        assert.equal(got.sort(), names.sort());
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});

const errors = suite('buildGraph errors');

for (const [what, change, text] of [
  ['a tail out of range', { tail: [2, 0, 1, 4, 0] }, 'tail[3] is 4, the graph has 4 nodes'],
  ['a negative head', { head: [2, -1, 2, 2, 1] }, 'head[1] is -1, the graph has 4 nodes'],
  ['a fractional head', { head: [2, 1, 1.5, 2, 1] }, 'head[2] is 1.5, the graph has 4 nodes'],
  ['a NaN head', { head: [NaN, 1, 2, 2, 1] }, 'head[0] is NaN, the graph has 4 nodes'],
  [
    'a NaN weight',
    { weight: [5, NaN, 1, 7, 2] },
    'weight[1] is NaN, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  [
    'a negative weight',
    { weight: [5, 3, 1, -7, 2] },
    'weight[3] is -7, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  [
    'an infinite weight',
    { weight: [5, 3, 1, 7, Infinity] },
    'weight[4] is Infinity, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  [
    'a weight that is infinite in f32',
    { weight: [1e39, 3, 1, 7, 1] },
    'weight[0] is 1e+39, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  ['lists of different lengths', { head: [1] }, 'head has 1 entries, expected 5'],
  [
    'a missing list',
    { weight: undefined },
    'arcs.weight is undefined, expected an array or typed array',
  ],
  ['x without y', { x: [1, 2, 3, 4] }, 'y is undefined, expected an array or typed array'],
  ['y without x', { y: [1, 2, 3, 4] }, 'x is undefined, expected an array or typed array'],
  ['a short y', { x: [1, 2, 3, 4], y: [1] }, 'y has 1 entries, expected 4'],
  [
    'an infinite coordinate',
    { x: [1, 2, 3, 4], y: [1, 2, -Infinity, 4] },
    'y[2] is -Infinity, expected a number from -2^60 to 2^60',
  ],
  [
    'a fractional node count',
    { nodeCount: 3.5 },
    'nodeCount is 3.5, expected a whole number from 0 to 4294967294',
  ],
  [
    'a node count that collides with NONE',
    { nodeCount: 2 ** 32 - 1 },
    'nodeCount is 4294967295, expected a whole number from 0 to 4294967294',
  ],
] as const) {
  errors(`refuses ${what}`, () => {
    const kind = text.includes('is undefined') ? TypeError : RangeError;
    refuses(() => buildGraph({ ...small, ...(change as object) }), kind, text);
  });
}

errors('refuses more arcs than a graph can have', () => {
  // lists that nothing may read
  const list = (length: number): ArrayLike<number> =>
    Object.defineProperty(new Uint32Array(0), 'length', { value: length });
  const call = (length: number, undirected: boolean) => (): unknown => {
    const [tail, head, weight] = [list(length), list(length), list(length)];
    return buildGraph({ nodeCount: 2, tail, head, weight }, { undirected });
  };
  const most = 'expected a whole number from 0 to 4294967294';
  refuses(call(2 ** 31, true), RangeError, `arcCount is 4294967296, ${most}`);
  refuses(call(2 ** 32 - 1, false), RangeError, `arcCount is 4294967295, ${most}`);
});

errors('names the bytes when memory does not suffice', () => {
  withoutMemory(() => {
    refuses(
      () => buildGraph(small),
      RangeError,
      'sorting the arcs of 4 nodes takes 24 bytes: out of memory',
    );
  });
  withoutMemory(() => {
    refuses(
      () => buildGraph(small, { shared: true }),
      RangeError,
      'a graph of 4 nodes and 5 arcs takes 160 bytes: out of memory',
    );
  }, 'SharedArrayBuffer');
});

test.run();
errors.run();
