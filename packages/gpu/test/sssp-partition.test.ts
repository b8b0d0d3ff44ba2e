import { buildGraph, type Graph, NONE } from '@wayfield/graph';
import { randomGraph, roadGraph } from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HAS_LEAVING, HAS_MORE, LEAVES } from '../src/sssp/graph-tile.wgsl.ts';
import { tileGraph } from '../src/sssp/graph-tiles.ts';
import { partitionGraph, reverseRows } from '../src/sssp/partition.ts';

function parts(graph: Graph, size: number): { sizes: number[]; partOf: Uint32Array; cut: number } {
  const { order, first } = partitionGraph(graph, reverseRows(graph), size);
  const partOf = new Uint32Array(graph.nodeCount).fill(NONE);
  const sizes: number[] = [];
  for (let p = 0; p + 1 < first.length; p++) {
    sizes.push(first[p + 1] - first[p]);
    for (let i = first[p]; i < first[p + 1]; i++) {
      assert.is(partOf[order[i]], NONE, `node ${order[i]} is there twice`);
      partOf[order[i]] = p;
    }
  }
  assert.not(partOf.includes(NONE), 'a node is missing');
  let cut = 0;
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      if (partOf[u] !== partOf[graph.head[a]]) cut++;
    }
  }
  return { sizes, partOf, cut };
}

const chain = (nodeCount: number): Graph =>
  buildGraph({
    nodeCount,
    tail: Array.from({ length: nodeCount - 1 }, (_, i) => i),
    head: Array.from({ length: nodeCount - 1 }, (_, i) => i + 1),
    weight: new Float32Array(nodeCount - 1).fill(1),
  });

const partition = suite('partitionGraph');

partition('makes as few parts as there can be, none too large, at every size around one', () => {
  for (const nodeCount of [0, 1, 15, 16, 17, 31, 32, 33, 100]) {
    const graph = randomGraph(nodeCount, nodeCount && 2 * nodeCount, { seed: 41 });
    const { sizes } = parts(graph, 16);
    assert.is(sizes.length, Math.ceil(nodeCount / 16), `${nodeCount} nodes`);
    assert.ok(
      sizes.every((size) => size >= 1 && size <= 16),
      `${nodeCount} nodes: ${sizes.join(' ')}`,
    );
  }
});

partition('cuts a chain once between two parts', () => {
  assert.is(parts(chain(64), 16).cut, 3);
});

partition('cuts few arcs of a road network (seed 42)', () => {
  const graph = roadGraph(64, 64, { seed: 42 });
  const { cut, sizes } = parts(graph, 256);
  assert.is(sizes.length, 16);
  assert.ok(cut < graph.arcCount / 10, `${cut} of ${graph.arcCount} arcs`);
});

partition('takes graphs that fall apart, with loops and parallel arcs', () => {
  // 50 pairs of nodes, every second pair joined twice and with a loop
  const tail = [];
  const head = [];
  for (let pair = 0; pair < 50; pair += 2) {
    tail.push(2 * pair, 2 * pair, 2 * pair);
    head.push(2 * pair + 1, 2 * pair + 1, 2 * pair);
  }
  const graph = buildGraph({ nodeCount: 100, tail, head, weight: tail.map(() => 1) });
  const { sizes, cut } = parts(graph, 10);
  sameArray(
    sizes,
    Array.from({ length: 10 }, () => 10),
  );
  assert.ok(cut <= 2 * 9, `${cut} arcs`);
});

partition.run();

const tiles = suite('tileGraph');

tiles('keeps every arc, those that leave the tile last, and packs the first four inside', () => {
  const graph = randomGraph(90, 500, { seed: 43 });
  const made = tileGraph(graph, 32);
  const { slots, slotsPerTile, nodeOfSlot, slotOfNode, firstArc, arcs, packed } = made;
  const weights = new Float32Array(arcs.buffer);
  let leaving = 0;
  for (let slot = 0; slot < slots; slot++) {
    const u = nodeOfSlot[slot];
    if (u === NONE) {
      assert.is(firstArc[slot], firstArc[slot + 1]);
      continue;
    }
    assert.is(slotOfNode[u], slot);
    const row: string[] = [];
    const inside: number[] = [];
    for (let a = firstArc[slot]; a < firstArc[slot + 1]; a++) {
      const leaves = arcs[2 * a] >= LEAVES;
      const there = arcs[2 * a] % LEAVES;
      const sameTile = Math.floor(there / slotsPerTile) === Math.floor(slot / slotsPerTile);
      assert.is(leaves, !sameTile);
      if (leaves) leaving++;
      else {
        assert.is(inside.length, a - firstArc[slot], 'an arc inside after one that leaves');
        inside.push(there % slotsPerTile);
      }
      row.push(`${nodeOfSlot[there]} ${weights[2 * a + 1]}`);
    }
    const expected = [];
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      expected.push(`${graph.head[a]} ${graph.weight[a]}`);
    }
    assert.equal(row.sort(), expected.sort());
    const word = packed[2 * slot];
    const heads = [word, word >>> 16, packed[2 * slot + 1], packed[2 * slot + 1] >>> 16];
    for (let k = 0; k < 4; k++) {
      assert.is(heads[k] & 0x7fff, inside[k] ?? slot % slotsPerTile);
      const weight = packed[2 * ((1 + (k >> 1)) * slots + slot) + (k & 1)];
      assert.is(weight, k < inside.length ? arcs[2 * (firstArc[slot] + k) + 1] : 0x7f800000);
    }
    assert.is((word & HAS_MORE) !== 0, inside.length > 4);
    assert.is((word & HAS_LEAVING) !== 0, row.length > inside.length);
  }
  assert.is(made.leaving, leaving);
});

tiles('lists the arcs into a node in the order of the graph', () => {
  const graph = randomGraph(50, 300, { seed: 44 });
  const { slotOfNode, nodeOfSlot, firstIn, arcsIn } = tileGraph(graph, 16);
  const weights = new Float32Array(arcsIn.buffer);
  const expected: string[][] = Array.from({ length: 50 }, () => []);
  for (let u = 0; u < 50; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      expected[graph.head[a]].push(`${u} ${graph.weight[a]}`);
    }
  }
  for (let v = 0; v < 50; v++) {
    const row = [];
    for (let a = firstIn[slotOfNode[v]]; a < firstIn[slotOfNode[v] + 1]; a++) {
      row.push(`${nodeOfSlot[arcsIn[2 * a]]} ${weights[2 * a + 1]}`);
    }
    assert.equal(row, expected[v], `node ${v}`);
  }
});

tiles.run();
