// The search between layers of states, compared with one over all pairs of a node and an arc.
import { NONE } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCandidates } from '../src/match/candidates.ts';
import { createLayerSearch, searchArcs } from '../src/match/search.ts';
import { createSegments } from '../src/match/segments.ts';
import { createViterbi } from '../src/match/viterbi.ts';
import type { RoutingNetwork } from '../src/index.ts';
import { town } from './town.ts';

const TURN = 100;
const test = suite('createLayerSearch');

interface Arc {
  readonly tail: number;
  readonly head: number;
  readonly code: number;
  readonly metres: number;
}

/** Roads between random nodes, some one-way, some closed, and arcs without a road. */
function randomRoads(seed: number): { arcs: Arc[]; routing: RoutingNetwork } {
  const next = random(seed);
  const nodeCount = 9;
  const node = (): number => Math.floor(next() * nodeCount);
  const arcs: Arc[] = [];
  for (let road = 0; road < 13; road++) {
    const [tail, head, length] = [node(), node(), 1 + Math.floor(next() * 90)];
    if (tail === head) continue;
    const metres = next() < 0.1 ? Infinity : length;
    arcs.push({ tail, head, code: 2 * road, metres });
    if (next() < 0.8) arcs.push({ tail: head, head: tail, code: 2 * road + 1, metres });
  }
  for (let wait = 0; wait < 3; wait++) {
    arcs.push({ tail: node(), head: node(), code: NONE, metres: 0 });
  }
  arcs.sort((a, b) => a.tail - b.tail);
  const firstOut = new Uint32Array(nodeCount + 1);
  for (const { tail } of arcs) for (let u = tail + 1; u <= nodeCount; u++) firstOut[u]++;
  const column = (of: (arc: Arc) => number): Uint32Array => Uint32Array.from(arcs, of);
  const graph = { nodeCount, arcCount: arcs.length, firstOut, head: column(({ head }) => head) };
  const routing = {
    graph,
    metres: Float32Array.from(arcs, ({ metres }) => metres),
    tail: column(({ tail }) => tail),
    network: { roadOf: column(({ code }) => code) },
  } as unknown as RoutingNetwork;
  return { arcs, routing };
}

/** The least metres from the head of an arc to the tail of each other one, turns included. */
function leastFrom(arcs: readonly Arc[], start: Arc): number[] {
  const least = new Map<string, { node: number; code: number; metres: number }>();
  least.set('', { node: start.head, code: start.code, metres: 0 });
  const goesOn = (node: number): boolean =>
    arcs.filter(({ tail, code, metres }) => tail === node && code !== NONE && metres < Infinity)
      .length > 1;
  const turn = (code: number, { tail, code: then }: Arc): number =>
    then !== NONE && then === (code ^ 1) && goesOn(tail) ? TURN : 0;
  for (let changed = true; changed;) {
    changed = false;
    for (const at of least.values()) {
      for (const arc of arcs) {
        if (arc.tail !== at.node) continue;
        const code = arc.code === NONE ? at.code : arc.code;
        const metres = at.metres + arc.metres + turn(at.code, arc);
        const key = `${arc.head} ${code}`;
        if (metres >= (least.get(key)?.metres ?? Infinity)) continue;
        least.set(key, { node: arc.head, code, metres });
        changed = true;
      }
    }
  }
  return arcs.map((arc) => {
    const here = [...least.values()].filter(({ node }) => node === arc.tail);
    return Math.min(...here.map(({ code, metres }) => metres + turn(code, arc)));
  });
}

for (const backward of [false, true]) {
  test(`finds the least costs with turns, ${backward ? 'backward' : 'forward'}`, () => {
    let turned = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { arcs, routing } = randomRoads(seed);
      const search = createLayerSearch(routing, searchArcs(routing)[backward ? 1 : 0], backward);
      const next = random(seed);
      const isRoad = ({ code, metres }: Arc): boolean => code !== NONE && metres < Infinity;
      const seeds = arcs.map((arc) => (isRoad(arc) && next() < 0.3 ? next() * 40 : Infinity));
      const from = arcs.map((arc) => leastFrom(arcs, arc));
      const right = arcs.map((_, a) =>
        Math.min(...seeds.map((cost, s) => cost + (backward ? from[a][s] : from[s][a]))),
      );
      for (let round = 0; round < 2; round++) {
        seeds.forEach((cost, s) => {
          const node = backward ? arcs[s].tail : arcs[s].head;
          if (cost < Infinity) search.seed(node, cost, s, s);
        });
        const found = arcs.map(() => Infinity);
        search.run(1, (node, cost, label) => {
          arcs.forEach(({ tail, head }, a) => {
            if ((backward ? head : tail) !== node) return;
            const metres = search.turnMetres(label, a);
            if (metres > 0) turned++;
            if (cost + metres < found[a]) found[a] = cost + metres;
          });
          return Infinity;
        });
        arcs.forEach((arc, a) => {
          if (isRoad(arc)) assert.ok(Math.abs(found[a] - right[a]) < 1e-9 || found[a] === right[a]);
        });
        search.clear();
      }
    }
    assert.ok(turned > 100, `${turned}`);
  });
}

test('a point without a road near is skipped without a search', async () => {
  const routing = await town(4);
  const search = createLayerSearch(routing, searchArcs(routing)[0], false);
  let settled = 0;
  const counting: typeof search = {
    ...search,
    run: (perMetre, settle) =>
      search.run(perMetre, (...label) => {
        settled++;
        return settle(...label);
      }),
  };
  const candidates = createCandidates(routing, createSegments(routing));
  const model = { perMetre: 0.1, beam: 12 };
  const viterbi = createViterbi(routing, { candidates, search: counting }, model);
  const { lonE7, latE7 } = routing.network.roads;
  const near = { lon: lonE7[0] / 1e7, lat: latE7[0] / 1e7, sigma: 5 };
  assert.ok(viterbi.start({ ...near, index: 0 }));
  assert.not(viterbi.step({ ...near, lat: near.lat + 1, index: 1 }));
  assert.is(settled, 0);
  assert.ok(viterbi.step({ ...near, index: 2 }));
  assert.ok(settled > 0);
});

test.run();
