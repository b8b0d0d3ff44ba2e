import { buildGraph, type Graph, NONE } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildCustomizable,
  type CustomizableHierarchy,
  readCustomizable,
  writeCustomizable,
} from '../src/customizable.ts';
import { anyGraph, randomGraph, streets } from './random-graphs.ts';

const SEED = 20141103;

/** The arrays of a customizable hierarchy. */
const ARRAYS = ['rank', 'node', 'levelStart', 'parent', 'firstArc', 'head', 'arcOf'] as const;

function same(actual: CustomizableHierarchy, expected: CustomizableHierarchy): void {
  for (const name of ARRAYS) sameArray(actual[name], expected[name], name);
  assert.is(actual.nodeCount, expected.nodeCount);
  assert.is(actual.arcCount, expected.arcCount);
  assert.is(actual.graphArcCount, expected.graphArcCount);
}

/** Throws unless the arrays are what the type says of a hierarchy of `graph`. */
function checkForm(graph: Graph, built: CustomizableHierarchy): void {
  const { nodeCount, rank, node, levelStart, parent, firstArc, head, arcOf } = built;
  const level = new Uint32Array(nodeCount);
  assert.is(levelStart[0], 0);
  assert.is(levelStart[levelStart.length - 1], nodeCount);
  for (let l = 0; l + 1 < levelStart.length; l++) {
    assert.ok(levelStart[l] < levelStart[l + 1], `level ${l} has nodes`);
    level.fill(l, levelStart[l], levelStart[l + 1]);
  }
  const rows: number[][] = [];
  for (let r = 0; r < nodeCount; r++) {
    assert.is(rank[node[r]], r);
    rows.push([...head.subarray(firstArc[r], firstArc[r + 1])]);
    rows[r].forEach((u, i) => {
      assert.ok(u > (i > 0 ? rows[r][i - 1] : r), `row ${r} ascends`);
      assert.ok(level[u] > level[r], `arc ${r} to ${u} climbs a level`);
    });
    assert.is(parent[r], rows[r][0] ?? NONE);
  }
  // what is joined to a node from below is joined to its parent
  rows.forEach((row, r) => {
    for (const u of row.slice(1)) assert.ok(rows[parent[r]].includes(u), `${r}: ${u}`);
  });
  for (let u = 0; u < nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      const [from, to] = [rank[u], rank[graph.head[a]]];
      if (from === to) assert.is(arcOf[a], NONE);
      else {
        assert.is(arcOf[a] & 1, from > to ? 1 : 0);
        const i = arcOf[a] >>> 1;
        assert.ok(i >= firstArc[Math.min(from, to)] && i < firstArc[Math.min(from, to) + 1]);
        assert.is(head[i], Math.max(from, to));
      }
    }
  }
}

/** The arcs by their definition: ends joined by a path over ranks below both. */
function arcsByDefinition(graph: Graph, { nodeCount, rank, node }: CustomizableHierarchy): number {
  const joined = Array.from({ length: nodeCount }, () => new Set<number>());
  for (let u = 0; u < nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      const v = graph.head[a];
      if (u === v) continue;
      joined[rank[u]].add(rank[v]);
      joined[rank[v]].add(rank[u]);
    }
  }
  assert.is(node.length, nodeCount);
  let count = 0;
  for (let low = 0; low < nodeCount; low++) {
    const seen = new Set([low]);
    const list = [low];
    for (const r of list) {
      for (const next of joined[r]) {
        if (seen.has(next)) continue;
        seen.add(next);
        if (next > low) count++;
        else list.push(next);
      }
    }
  }
  return count;
}

function line(nodeCount: number): Graph {
  const tail = Array.from({ length: nodeCount - 1 }, (_, i) => i);
  return buildGraph(
    { nodeCount, tail, head: tail.map((u) => u + 1), weight: tail.map(() => 1) },
    { undirected: true },
  );
}

/** A grid of side * side nodes joined to four neighbours; with coordinates or without. */
function lattice(side: number, coordinates: boolean): Graph {
  const nodeCount = side * side;
  const tail: number[] = [];
  const head: number[] = [];
  for (let u = 0; u < nodeCount; u++) {
    for (const [v, there] of [
      [u + 1, u % side < side - 1],
      [u + side, u + side < nodeCount],
    ] as const) {
      if (!there) continue;
      tail.push(u);
      head.push(v);
    }
  }
  const weight = tail.map(() => 1);
  const x = Array.from({ length: nodeCount }, (_, u) => u % side);
  const y = Array.from({ length: nodeCount }, (_, u) => Math.floor(u / side));
  return buildGraph(
    { nodeCount, tail, head, weight, ...(coordinates && { x, y }) },
    { undirected: true },
  );
}

const build = suite('buildCustomizable');

build('contracts a line of four nodes from the given order to the arcs in the drawing', () => {
  // 0 - 1 - 2 - 3, contracted 1, 2, 0, 3: 1 joins 0 and 2, then 2 joins 0 and 3
  const graph = line(4);
  const built = buildCustomizable(graph, { order: [1, 2, 0, 3] });
  sameArray(built.node, [1, 2, 0, 3]);
  sameArray(built.firstArc, [0, 2, 4, 5, 5]);
  sameArray(built.head, [1, 2, 2, 3, 3]);
  sameArray(built.parent, [1, 2, 3, NONE]);
  sameArray(built.levelStart, [0, 1, 2, 3, 4]);
  // arcs 0-1 1-0 1-2 2-1 2-3 3-2 of the graph; node 1 is below its neighbours
  sameArray(built.arcOf, [3, 2, 0, 1, 6, 7]);
});

build('sorts the ranks of an order by level', () => {
  const built = buildCustomizable(line(5), { order: [0, 1, 2, 4, 3] });
  // 0 and 4 have nothing below them; 1 is above 0, 2 above 1, 3 above all
  sameArray(built.levelStart, [0, 2, 3, 4, 5]);
  sameArray([...built.node.subarray(0, 2)].sort(), [0, 4]);
  sameArray(built.node.subarray(2), [1, 2, 3]);
});

build(`has the arcs of the definition on random graphs, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.boolean(), (graph, ordered) => {
      const order = Array.from({ length: graph.nodeCount }, (_, i) => graph.nodeCount - 1 - i);
      const built = buildCustomizable(graph, ordered ? { order } : {});
      checkForm(graph, built);
      assert.is(built.arcCount, arcsByDefinition(graph, built));
    }),
    { numRuns: 300, seed: SEED },
  );
});

build(`has them with coordinates, in every number of directions, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      anyGraph({ coordinates: true, maxNodes: 120 }),
      fc.integer({ min: 1, max: 16 }),
      (graph, directions) => {
        const built = buildCustomizable(graph, { directions });
        checkForm(graph, built);
        assert.is(built.arcCount, arcsByDefinition(graph, built));
      },
    ),
    { numRuns: 150, seed: SEED },
  );
});

build('of long lines and stars has few levels', () => {
  const long = buildCustomizable(line(5000));
  assert.ok(long.levelStart.length - 1 <= 26, `${long.levelStart.length - 1} levels`);
  assert.ok(long.arcCount < 2 * 5000, `${long.arcCount} arcs`);
  const leaves = Array.from({ length: 20_000 }, (_, i) => i + 1);
  const weight = leaves.map(() => 1);
  const star = buildGraph({ nodeCount: 20_001, tail: leaves, head: leaves.map(() => 0), weight });
  const built = buildCustomizable(star);
  assert.is(built.levelStart.length - 1, 2);
  assert.is(built.arcCount, 20_000);
});

build('cuts a lattice along its short ways, with coordinates and without', () => {
  const side = 48;
  for (const coordinates of [true, false]) {
    const graph = lattice(side, coordinates);
    const built = buildCustomizable(graph);
    checkForm(graph, built);
    // row by row there would be 48 arcs a node and as many levels as nodes
    const perNode = built.arcCount / graph.nodeCount;
    const levels = built.levelStart.length - 1;
    assert.ok(perNode < 14.5, `${perNode} arcs a node, coordinates ${coordinates}`);
    assert.ok(levels < 4 * side, `${levels} levels`);
  }
});

build('makes the same of the same graph, whatever its weights', () => {
  const graph = streets(60, 3);
  const built = buildCustomizable(graph);
  graph.weight.fill(7);
  same(buildCustomizable(graph), built);
  checkForm(graph, built);
});

build('takes graphs without nodes or arcs', () => {
  for (const nodeCount of [0, 1, 5]) {
    const graph = buildGraph({ nodeCount, tail: [], head: [], weight: [] });
    const built = buildCustomizable(graph);
    checkForm(graph, built);
    assert.is(built.arcCount, 0);
    same(readCustomizable(writeCustomizable(built, graph), graph), built);
  }
});

build('reports its progress, and stops when told to', () => {
  const graph = streets(200, 8);
  const seen: number[] = [];
  buildCustomizable(graph, { onProgress: (done, count) => seen.push(done, count) });
  sameArray(seen.slice(-2), [40_000, 40_000]);
  const stop = new AbortController();
  const reason = new Error('enough');
  const large = streets(300, 8);
  const onProgress = (done: number): void => {
    assert.ok(done < large.nodeCount, 'there is something left to stop');
    stop.abort(reason);
  };
  refuses(() => buildCustomizable(large, { signal: stop.signal, onProgress }), Error, 'enough');
  refuses(() => buildCustomizable(graph, { signal: stop.signal }), Error, 'enough');
});

build('refuses what is not an order', () => {
  const graph = line(3);
  refuses(
    () => buildCustomizable(graph, { order: [0, 1] }),
    RangeError,
    'order has 2 entries, the graph has 3 nodes',
  );
  refuses(
    () => buildCustomizable(graph, { order: [0, 1, 3] }),
    RangeError,
    'order[2] is 3, the graph has 3 nodes',
  );
  refuses(
    () => buildCustomizable(graph, { order: [0, 1, 1] }),
    RangeError,
    'order[2] is 1, which it has already',
  );
  refuses(
    () => buildCustomizable(graph, { directions: 0 }),
    RangeError,
    'directions is 0, expected a whole number from 1 to 64',
  );
});

build.run();

const file = suite('customizable files');

file(`are read back as they were, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), (graph) => {
      const built = buildCustomizable(graph);
      same(readCustomizable(writeCustomizable(built, graph), graph), built);
    }),
    { numRuns: 200, seed: SEED },
  );
});

file('are refused when a word of them has changed, or bytes are missing', () => {
  const graph = streets(12, 2);
  const bytes = writeCustomizable(buildCustomizable(graph), graph);
  const words = new Uint32Array(bytes.buffer);
  for (let i = 0; i < words.length; i++) {
    const changed = words.slice();
    changed[i] ^= 1 << (i % 32);
    refuses(() => readCustomizable(changed, graph), RangeError, /expected/);
  }
  for (const length of [0, 63, 64, bytes.length - 4]) {
    refuses(() => readCustomizable(bytes.slice(0, length), graph), RangeError, /byteLength is/);
  }
  const longer = new Uint8Array(bytes.length + 4);
  longer.set(bytes);
  refuses(() => readCustomizable(longer, graph), RangeError, /byteLength is/);
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  refuses(() => readCustomizable(shifted.subarray(1), graph), RangeError, /byteOffset is 1/);
});

/** The words of a file with the checksum that belongs to them. */
function sealed(words: Uint32Array): Uint32Array {
  let sum = 0;
  words.forEach((word, i) => {
    if (i === 6) return;
    sum = Math.imul(sum ^ word, 0x9e3779b1);
    sum ^= sum >>> 15;
  });
  words[6] = sum;
  return words;
}

file('are refused where they are consistent but wrong', () => {
  const graph = line(6);
  const bytes = writeCustomizable(buildCustomizable(graph), graph);
  const words = new Uint32Array(bytes.buffer);
  const twice = words.slice();
  twice[16] = twice[17];
  refuses(() => readCustomizable(sealed(twice), graph), RangeError, /order\[1\] is \d+, which/);
  const outside = words.slice();
  outside[18] = 6;
  refuses(() => readCustomizable(sealed(outside), graph), RangeError, /order\[2\] is 6, the graph/);
  const unsorted = words.slice();
  unsorted.set([0, 1, 3, 5, 2, 4], 16);
  refuses(() => readCustomizable(sealed(unsorted), graph), RangeError, /not sorted by level/);
  const flagged = words.slice();
  flagged[9] = 1;
  refuses(() => readCustomizable(sealed(flagged), graph), RangeError, 'header[9] is 1, expected 0');
  sameArray(sealed(words.slice()), words);
});

file('are refused for another graph, not for other weights', () => {
  const graph = randomGraph(30, 2, (r) => r, 1);
  const built = buildCustomizable(graph);
  const bytes = writeCustomizable(built, graph);
  graph.weight.fill(3);
  same(readCustomizable(bytes, graph), built);
  const other = randomGraph(30, 2, (r) => r, 2);
  refuses(() => readCustomizable(bytes, other), RangeError, /of another graph|header\[4\]/);
  refuses(() => readCustomizable(bytes, line(31)), RangeError, /header\[3\] is 30, expected 31/);
  refuses(() => writeCustomizable(built, line(31)), RangeError, /hierarchy is of 30 nodes/);
});

file.run();
