// Target 1: every public extract is read; its elements are as many as others counted; one map in
// two formats gives the same bytes; small maps made by hand give routes found by hand.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildQueries, referenceRoutes, writeGraph } from '@wayfield/graph';
import { type OsmOptions, readOsm, type RoadNetwork, writeRoadNetwork } from '@wayfield/osm';
import { readOsmFile } from '@wayfield/osm/node';
import { atLeast, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';
import { naming } from '@wayfield/bench/internal/run/problems/read-file';

/** Pairs of extracts of one map, in XML and in PBF. */
const TWINS: readonly (readonly [xml: string, pbf: string])[] = [
  ['monaco.osm.gz', 'monaco.osm.pbf'],
  ['aguascalientes.osm.bz2', 'aguascalientes.osm.pbf'],
];
const PROFILES = ['car', 'bicycle', 'foot', 'all-ways'] as const;

/** A route on a small map made by hand: the OSM ids of its nodes, found by hand; '' = no route. */
interface HandRoute {
  readonly file: string;
  readonly turns: boolean;
  readonly uTurns?: boolean;
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

const NO_LEFT = 'test_simple_turncosts.osm.xml';
const P_TURN = 'test_simple_pturn.osm.xml';
const MOTORWAY = 'test-restrictions.osm.pbf';
const HAND: readonly HandRoute[] = [
  { file: NO_LEFT, turns: false, from: 1, to: 7, path: '1 2 6 7' },
  // no left turn at 2: straight on to 4, back, and then right
  { file: NO_LEFT, turns: true, from: 1, to: 7, path: '1 2 4 2 6 7' },
  { file: NO_LEFT, turns: true, from: 1, to: 8, path: '1 2 4 2 6 8' },
  { file: NO_LEFT, turns: true, from: 2, to: 7, path: '2 6 7' },
  { file: P_TURN, turns: false, from: 1, to: 6, path: '1 2 6' },
  { file: P_TURN, turns: true, from: 1, to: 6, path: '1 2 3 2 6' },
  // no U-turn at 3: once around the block
  { file: P_TURN, turns: true, uTurns: false, from: 1, to: 6, path: '1 2 3 4 5 2 6' },
  { file: P_TURN, turns: true, from: 3, to: 6, path: '3 2 6' },
  // from 2, only straight on at 3; motorways are one-way
  { file: MOTORWAY, turns: true, from: 1, to: 4, path: '1 2 3 4' },
  { file: MOTORWAY, turns: true, from: 2, to: 8, path: '' },
  { file: MOTORWAY, turns: true, from: 3, to: 8, path: '3 8' },
  { file: MOTORWAY, turns: true, from: 1, to: 9, path: '' },
];

/** A square of streets, for machines without data sets. */
const SQUARE = `<osm version="0.6"><node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="0.01"/>
<node id="3" lat="0.01" lon="0.01"/><way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/>
<tag k="highway" v="residential"/></way></osm>`;

export const extracts: Target = {
  name: '1',
  title: 'every public extract is read, with the counts and routes that are known',
  async run({ data, session, quick, add }) {
    const folder = data === undefined ? '' : join(data, 'osm');
    const index = data === undefined ? '' : join(data, 'INDEX.md');
    if (!existsSync(folder) || !existsSync(index)) {
      const { report } = await readOsm(new TextEncoder().encode(SQUARE), { profile: 'car' });
      session.addCheck('a square of streets', report.nodes === 3 && report.usedWays === 1);
      add(notMeasured('files with the known counts', atLeast(25, 'files'), NO_DATA));
      return;
    }
    const known = [...knownCounts(await readFile(index, 'utf8'))];
    const read = quick ? known.filter(([file]) => !file.includes('-latest')) : known;
    let right = 0;
    for (const [file, counts] of read) {
      session.terminal.progress(file);
      const { report } = await load(folder, file, { profile: 'car' });
      const found = [report.nodes, report.ways, report.relations].join(' / ');
      session.addCheck(`${file}: ${found}, INDEX.md says ${counts}`, found === counts);
      if (found === counts) right++;
    }
    add(result('files with the known counts', right, atLeast(read.length, 'files')));

    for (const [xml, pbf] of TWINS) {
      let same = 0;
      for (const profile of PROFILES) {
        const options = { profile, weight: 'seconds', turnRestrictions: true } as const;
        const [a, b] = [await load(folder, xml, options), await load(folder, pbf, options)];
        const equal =
          sameBytes(writeGraph(a.graph), writeGraph(b.graph)) &&
          sameBytes(writeRoadNetwork(a), writeRoadNetwork(b));
        session.addCheck(`${xml} and ${pbf}, ${profile}: not the same bytes`, equal);
        if (equal) same++;
      }
      add(result(`${xml} and ${pbf}: the same bytes`, same, atLeast(PROFILES.length, 'profiles')));
    }

    let found = 0;
    for (const { file, turns, uTurns = true, from, to, path } of HAND) {
      const options = { profile: 'car', turnRestrictions: turns, uTurns } as const;
      const ids = routeByIds(await load(folder, file, options), from, to);
      session.addCheck(`${file}, ${from} to ${to}: '${ids}', expected '${path}'`, ids === path);
      if (ids === path) found++;
    }
    add(result('routes found by hand', found, atLeast(HAND.length, 'routes')));
  },
};

function load(folder: string, file: string, options: OsmOptions): Promise<RoadNetwork> {
  return naming(file, () => readOsmFile(join(folder, file), options));
}

/** `nodes / ways / relations` by file, of the table under `## osm/`. */
function* knownCounts(text: string): Generator<[file: string, counts: string]> {
  const table = text.split(/^## osm\/.*$/m)[1]?.split(/^## /m)[0] ?? '';
  for (const line of table.split('\n')) {
    const [, file, , counts] = line.split('|').map((cell) => cell.trim());
    if (counts !== undefined && /^[\d,]+ \/ [\d,]+ \/ [\d,]+$/.test(counts)) {
      yield [file, counts.replaceAll(',', '')];
    }
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** The shortest path between two nodes of the map as OSM ids; '' where there is none. */
function routeByIds({ graph, nodeId, baseOf, endOf }: RoadNetwork, from: number, to: number) {
  const at = (id: number): number => nodeId.indexOf(BigInt(id));
  const { firstNode, node } = referenceRoutes(graph, buildQueries([[at(from), endOf[at(to)]]]));
  const bases = Array.from(node.subarray(0, firstNode[1]), (u) => baseOf[u]);
  // a copy of the target (`endOf`) has the target's base node, which would stand there twice
  return bases
    .filter((u, i) => u !== bases[i - 1])
    .map((u) => nodeId[u])
    .join(' ');
}
