// Open ground: lines across it, and places on it, against a visibility graph of all corners.
import { checkGraph } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createGround,
  type OsmOptions,
  PROFILES,
  readOsm,
  readRoadNetwork,
  type RoadNetwork,
  writeRoadNetwork,
} from '../src/index.ts';
import { OSRM_PROFILES } from '../src/osrm.ts';

const SEED = 20_261_129;
const test = suite(`open ground, seed ${SEED}`);

type Place = readonly [x: number, y: number];
type Tags = Readonly<Record<string, string>>;

/** A map by places in units of 1e-7 degrees around 13 E, 50 N. */
function mapOf(
  places: readonly Place[],
  ways: readonly { readonly refs: readonly number[]; readonly tags: Tags }[],
  relations: readonly { readonly members: string; readonly tags: Tags }[] = [],
): Uint8Array {
  const told = (tags: Tags): string =>
    Object.entries(tags)
      .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
      .join('');
  const degrees = (base: number, units: number): string => (base + units / 1e7).toFixed(7);
  const lines = [
    ...places.map(
      ([x, y], i) => `<node id="${i + 1}" lon="${degrees(13, x)}" lat="${degrees(50, y)}"/>`,
    ),
    ...ways.map(({ refs, tags }, i) => {
      const nds = refs.map((ref) => `<nd ref="${ref + 1}"/>`).join('');
      return `<way id="${i + 1}">${nds}${told(tags)}</way>`;
    }),
    ...relations.map(
      ({ members, tags }, i) => `<relation id="${i + 1}">${members}${told(tags)}</relation>`,
    ),
  ];
  return new TextEncoder().encode(`<osm version="0.6">${lines.join('')}</osm>`);
}

const read = (bytes: Uint8Array, more: Partial<OsmOptions> = {}): Promise<RoadNetwork> =>
  readOsm(bytes, { profile: 'foot', weight: 'metres', openAreas: true, ...more });

const FOOTWAY = { highway: 'footway' };
const SQUARE = { highway: 'pedestrian', area: 'yes', name: 'Square' };
/** A square of 100,000 units with a way out at each of two corners. */
const CORNERS: readonly Place[] = [
  [0, 0],
  [1e5, 0],
  [1e5, 1e5],
  [0, 1e5],
];
const OUT: readonly Place[] = [
  [-2e4, 0],
  [1.2e5, 1e5],
];
const ROUND = [0, 1, 2, 3, 0];

/** Costs from a node to all others, by a plain search. */
function costsFrom({ graph }: RoadNetwork, source: number): Float64Array {
  const best = new Float64Array(graph.nodeCount).fill(Infinity);
  best[source] = 0;
  for (const open = [source]; open.length > 0;) {
    const u = open.shift()!;
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      const cost = best[u] + graph.weight[a];
      if (cost >= best[graph.head[a]]) continue;
      best[graph.head[a]] = cost;
      open.push(graph.head[a]);
    }
  }
  return best;
}

const linesOf = ({ roads, names }: RoadNetwork): string[] =>
  Array.from({ length: roads.count }, (_, r) => r)
    .filter((r) => roads.wayId[r] < -(2n ** 51n))
    .map((r) => `${names[roads.name[r]]} ${Math.round(roads.length[r])}`);

test('is crossed from way to way where two ways lead in', async () => {
  const ways = [
    { refs: ROUND, tags: SQUARE },
    { refs: [4, 0], tags: FOOTWAY },
    { refs: [5, 2], tags: FOOTWAY },
  ];
  const bytes = mapOf([...CORNERS, ...OUT], ways);
  const network = await read(bytes);
  checkGraph(network.graph);
  // corners without a way out are no ends of lines: 100,000 units are 715 m and 1,112 m
  assert.equal(linesOf(network), ['Square 1322']);
  assert.equal(network.openAreas!.length, 1);
  const without = await read(bytes, { openAreas: false });
  assert.equal([without.openAreas, without.roads.count], [undefined, network.roads.count - 1]);
  const single = await read(mapOf([...CORNERS, ...OUT], ways.slice(0, 2)));
  assert.equal([single.openAreas, linesOf(single)], [[], []]);
  const stored = readRoadNetwork(writeRoadNetwork(network));
  assert.equal(stored.openAreas, network.openAreas);
  const ground = createGround(stored);
  const place = ground.at(13.006, 50.004)!;
  assert.is(place.corners.length, 2);
  assert.is(ground.at(13.011, 50.004), undefined);
  assert.is(ground.at(13, 50.004), undefined, 'on the outline');
  assert.equal(ground.at(13.006 - 360, 50.004), place, 'once around the earth');
  assert.throws(() => ground.at(13.006, 90.001), /lat is 90.001, expected .*90/);
});

test('is the same in any order of the file, and where an area comes twice', async () => {
  const far = CORNERS.map(([x, y]): Place => [x + 2e5, y]);
  const ways = [
    { refs: [0, 1, 2, 3, 0], tags: SQUARE },
    { refs: [4, 5, 6, 7, 4], tags: SQUARE },
    { refs: [2, 4], tags: FOOTWAY },
    { refs: [0, 6], tags: FOOTWAY },
  ];
  const text = new TextDecoder().decode(mapOf([...CORNERS, ...far], ways));
  const each = text.match(/<way.*?<\/way>/g)!;
  const inOrder = async (order: readonly number[]): Promise<RoadNetwork> =>
    read(new TextEncoder().encode(text.replace(each.join(''), order.map((i) => each[i]).join(''))));
  const network = await inOrder([0, 1, 2, 3]);
  assert.is(network.openAreas!.length, 2);
  sameArray(writeRoadNetwork(await inOrder([3, 1, 0, 2])), writeRoadNetwork(network));
  const twice = await inOrder([0, 1, 0, 2, 3]);
  assert.equal([twice.openAreas, linesOf(twice)], [network.openAreas, linesOf(network)]);
});

test('is what the profile says, and speeds are those of the profile', async () => {
  const ways = [
    { refs: ROUND, tags: { ...SQUARE, highway: 'service' } },
    { refs: [4, 0], tags: FOOTWAY },
    { refs: [5, 2], tags: FOOTWAY },
  ];
  assert.equal((await read(mapOf([...CORNERS, ...OUT], ways))).openAreas, []);
  ways[0].tags = { place: 'square', area: 'yes' } as never;
  assert.is((await read(mapOf([...CORNERS, ...OUT], ways))).openAreas!.length, 1);
  ways[0].tags = SQUARE;
  const osrm = await read(mapOf([...CORNERS, ...OUT], ways), { profile: OSRM_PROFILES.foot_area });
  assert.ok(Math.abs(osrm.openAreas![0].speed - 1.4) < 1e-9);
  const shut = { ...SQUARE, foot: 'no' };
  assert.is(PROFILES.foot.area!(new Map(Object.entries(shut))), undefined);
  const none = { ...PROFILES.foot, area: undefined } as never;
  assert.equal((await read(mapOf([...CORNERS, ...OUT], ways), { profile: none })).openAreas, []);
});

test('of multipolygons is put together from ways, and left out where one is missing', async () => {
  const hole: readonly Place[] = [
    [4e4, 4e4],
    [6e4, 4e4],
    [6e4, 6e4],
    [4e4, 6e4],
  ];
  const places = [...CORNERS, ...OUT, ...hole];
  const ways = [
    { refs: [0, 1, 2], tags: {} },
    // the other half, the other way round
    { refs: [0, 3, 2], tags: {} },
    { refs: [6, 7, 8, 9, 6], tags: {} },
    { refs: [4, 0], tags: FOOTWAY },
    { refs: [5, 2], tags: FOOTWAY },
  ];
  const tags = { type: 'multipolygon', highway: 'pedestrian' };
  const member = (ref: number, role: string): string =>
    `<member type="way" ref="${ref}" role="${role}"/>`;
  const members = member(1, 'outer') + member(2, 'outer') + member(3, 'inner');
  const network = await read(mapOf(places, ways, [{ members, tags }]));
  assert.equal(
    network.openAreas!.map(({ rings }) =>
      rings.map(({ node }) => node.filter((u) => u >= 0).length),
    ),
    [[2, 4]],
  );
  // straight through the hole is no line: by two of its corners
  const [source, goal] = [OUT[0], OUT[1]].map((place) => nodeAt(network, place));
  const straight = metresBetween(OUT[0], CORNERS[0]) + metresBetween(OUT[1], CORNERS[2]);
  const cost = costsFrom(network, source)[goal];
  const over = metresBetween(CORNERS[0], hole[1]) + metresBetween(hole[1], CORNERS[2]);
  assert.ok(Math.abs(cost - straight - over) < 0.1, `${cost}`);
  const gap = members.replace('ref="2"', 'ref="99"');
  assert.equal((await read(mapOf(places, ways, [{ members: gap, tags }]))).openAreas, []);
});

const RADIANS = Math.PI / 180;

/** Great circles, over some kilometres. */
function metresBetween([x0, y0]: Place, [x1, y1]: Place): number {
  const middle = (50 + (y0 + y1) / 2e7) * RADIANS;
  const east = (x1 - x0) * Math.cos(middle);
  return Math.hypot(east, y1 - y0) * 1e-7 * RADIANS * 6371008.8;
}

function nodeAt({ lonE7, latE7, baseCount }: RoadNetwork, [x, y]: Place): number {
  for (let u = 0; u < baseCount; u++) {
    if (lonE7[u] === 13e7 + x && latE7[u] === 50e7 + y) return u;
  }
  throw new Error(`no node at ${x}, ${y}`);
}

/** Whether a line crosses no side, and places along it lie on the ground or beside a side. */
function isClear(a: Place, b: Place, rings: readonly (readonly Place[])[]): boolean {
  const sides = rings.flatMap((ring) => ring.map((p, k) => [p, ring[(k + 1) % ring.length]]));
  for (const [[px, py], [qx, qy]] of sides) {
    const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], qx - px, qy - py];
    const both = rx * sy - ry * sx;
    if (both === 0) continue;
    const t = ((px - a[0]) * sy - (py - a[1]) * sx) / both;
    const u = ((px - a[0]) * ry - (py - a[1]) * rx) / both;
    if (Math.min(t, u) > 1e-9 && Math.max(t, u) < 1 - 1e-9) return false;
  }
  for (let i = 1; i < 24; i++) {
    const [x, y] = [0, 1].map((k) => a[k] + (i / 24) * (b[k] - a[k]));
    let [crossed, near] = [0, false];
    for (const [[px, py], [qx, qy]] of sides) {
      const [dx, dy] = [qx - px, qy - py];
      const t = Math.min(1, Math.max(0, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy)));
      near ||= Math.hypot(x - px - t * dx, y - py - t * dy) < 1;
      if (py <= y !== qy <= y && x < px + ((y - py) / dy) * dx) crossed++;
    }
    if (crossed % 2 === 0 && !near) return false;
  }
  return true;
}

/** A star with holes in it, a way out at some corners, and places on it. */
function randomGround(next: () => number): {
  readonly rings: Place[][];
  readonly ways: number[];
  readonly inside: Place[];
} {
  const below = (n: number): number => Math.floor(next() * n);
  const count = 5 + below(8);
  const outer = Array.from({ length: count }, (_, i): Place => {
    const turn = ((i + 0.6 * next()) / count) * 2 * Math.PI;
    const radius = 1e5 * (1 + 1.5 * next());
    // a coarse grid, so that some corners lie in line
    const at = (v: number): number => 5000 * Math.round(v / 5000);
    return [at(radius * Math.cos(turn)), at(radius * Math.sin(turn))];
  });
  const rings = [outer];
  for (const [x, y] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ]) {
    if (next() < 0.4) continue;
    const [w, h] = [5000 * (1 + below(3)), 5000 * (1 + below(3))];
    const [cx, cy] = [x * 2e4, y * 2e4];
    rings.push([
      [cx - w / 2, cy - h / 2],
      [cx + w / 2, cy - h / 2],
      [cx + w / 2, cy + h / 2],
      [cx - w / 2, cy + h / 2],
    ]);
  }
  const ways = Array.from({ length: count }, (_, i) => i).filter((i) => i < 2 || next() < 0.3);
  const inside: Place[] = [];
  for (let i = 0; i < 200 && inside.length < 6; i++) {
    const place: Place = [below(2e5) - 1e5, below(2e5) - 1e5];
    const touching = [place[0], place[1] + 1e-3] as const;
    if (isClear(place, touching, rings)) inside.push(place);
  }
  return { rings, ways, inside };
}

/** Least metres between places over all corners, all of them joined where the line is clear. */
function reference(places: readonly Place[], rings: readonly (readonly Place[])[]): number[][] {
  const all = [...places, ...rings.flat()];
  const cost = all.map((a) =>
    all.map((b) => (isClear(a, b, rings) ? metresBetween(a, b) : Infinity)),
  );
  all.forEach((_, k) =>
    all.forEach((__, i) =>
      all.forEach((___, j) => (cost[i][j] = Math.min(cost[i][j], cost[i][k] + cost[k][j]))),
    ),
  );
  return cost;
}

test('gives the shortest paths between its places and the ways out, 20 shapes', async () => {
  const next = random(SEED);
  let [compared, bent] = [0, 0];
  for (let round = 0; round < 20; round++) {
    const { rings, ways, inside } = randomGround(next);
    const flat = rings.flat();
    const outs = ways.map((i): Place => [2 * flat[i][0], 2 * flat[i][1]]);
    let begin = 0;
    const outlines = rings.map((ring) => {
      const refs = [...ring.map((_, i) => begin + i), begin];
      begin += ring.length;
      return { refs, tags: {} };
    });
    const stubs = ways.map((i, k) => ({ refs: [i, flat.length + k], tags: FOOTWAY }));
    const members = outlines
      .map((_, i) => `<member type="way" ref="${i + 1}" role="${i === 0 ? 'outer' : 'inner'}"/>`)
      .join('');
    const tags = { type: 'multipolygon', highway: 'pedestrian' };
    const bytes = mapOf([...flat, ...outs], [...outlines, ...stubs], [{ members, tags }]);
    const network = await read(bytes);
    assert.is(network.openAreas!.length, 1);
    const ground = createGround(network);
    const found = inside.map(([x, y]) => ground.at(13 + x / 1e7, 50 + y / 1e7));
    const expected = reference(inside, rings);
    found.forEach((from, i) => {
      if (!from) return;
      const least = new Float64Array(network.graph.nodeCount).fill(Infinity);
      for (const { node, metres } of from.corners) {
        costsFrom(network, node).forEach((cost, u) => {
          least[u] = Math.min(least[u], metres + cost);
        });
      }
      const check = (metres: number, to: number, what: string): void => {
        compared++;
        const error = Math.abs(metres - expected[i][to]);
        assert.ok(
          error < 1e-4 * expected[i][to] + 0.01,
          `${round}: ${what} ${metres}, ${expected[i][to]}`,
        );
      };
      for (const w of ways) {
        check(least[nodeAt(network, flat[w])], inside.length + w, 'to a way');
        bent += Number(!isClear(inside[i], flat[w], rings));
      }
      found.forEach((to, j) => {
        if (!to || i === j) return;
        const over = Math.min(...to.corners.map(({ node, metres }) => least[node] + metres));
        check(Math.min(ground.between(from, to) ?? Infinity, over), j, 'to a place');
      });
    });
  }
  assert.ok(compared > 500 && bent > 50, `${compared} compared, ${bent} bent`);
});

test.run();
