// `readOsm`: two passes over a source, then `buildNetwork`. First the used ways and the
// restrictions, then the coordinates of their nodes. ARCHITECTURE.md lists the steps and the file
// of each.
import { flag, refuseNumber, type Rule } from '@wayfield/check';
import { buildNetwork, checkRoadOptions } from './build-network.ts';
import { type ByteSource, firstBytes, openSource, type OsmSource } from './byte-source.ts';
import { bunzip2Chunks } from './bunzip2.ts';
import type { ElementCounts, Member, Pass, Tags } from './elements.ts';
import { createIds } from './ids.ts';
import { inflateChunks } from './inflate.ts';
import { createAreaReader } from './open-areas.ts';
import {
  createUseReader,
  hasAbsurdSpeed,
  type NodeDelay,
  type Profile,
  type WayUse,
} from './profile.ts';
import { profileOf } from './profiles.ts';
import { type BlobsWithNodes, readPbf } from './read-pbf.ts';
import { MOST_QUIET, readXml } from './read-xml.ts';
import { type FileKind, isBlank, MAGIC_BYTES, recognise } from './recognise.ts';
import { roadOptions, watching } from './rules.ts';
import { createRouteRefs, type RouteRefs } from './route-refs.ts';
import { isRestriction, parseRestriction, type Restriction } from './turn-restrictions.ts';
import type { OsmOptions, OsmProgress, RoadNetwork } from './types.ts';
import {
  BLOCKED,
  createPlaces,
  createWayList,
  type NodePlaces,
  PLACED,
  TURNING,
  WANTED,
  type WayList,
} from './way-list.ts';

/**
 * The used ways of a source of b bytes, and the outlines of open ground, may name at most
 * ALWAYS_REFS + MOST_REFS_PER_BYTE * b nodes, so that memory is bounded by the size of the file and
 * not by the size to which a hostile file inflates. All ways of 8 extracts of 10 kB to 600 kB,
 * compressed, name 0.04 to 0.13 nodes per byte: 16 is a hundred times as many. ALWAYS_REFS is for
 * small files, and takes some 70 MB at most.
 */
const ALWAYS_REFS = 1 << 20;
const MOST_REFS_PER_BYTE = 16;

/**
 * The lines across all areas of a source of b bytes may take ALWAYS_TESTS + MOST_TESTS_PER_BYTE * b
 * tests against a side, so that time is bounded by the size of the file. All areas of 20 extracts
 * of 3 kB to 3 MB take 0.5 per byte at most: 50 is a hundred times as many. ALWAYS_TESTS is for
 * small files, and takes 2 s.
 */
const ALWAYS_TESTS = 4e8;
const MOST_TESTS_PER_BYTE = 50;

const OPTIONS: Readonly<Record<keyof OsmOptions, Rule>> = {
  ...roadOptions,
  ...watching,
  cardinalDirections: flag,
};

/** Runs over all elements of a source; called twice, and once more for multipolygons to cross. */
type Run = (pass: Pass, counts: ElementCounts, phase: OsmProgress['phase']) => Promise<void>;

/**
 * The road network of an OpenStreetMap extract: XML (plain, gzip or bzip2) or PBF, recognised by
 * content. The source is read twice, first for the ways that the profile uses, then for the nodes
 * of these ways, so that memory follows the roads kept and not the file. With `openAreas` and
 * multipolygons of open ground all ways are read once more in between. A stream can be read once
 * only and is collected into a `Blob` first.
 *
 * The bytes must not change during the call. Oddities of a map are counted in `report`. Throws
 * SyntaxError for a source that is no map, truncated or damaged, except a PBF file cut between two
 * blobs, which is a shorter map. Throws RangeError for a source that inflates to more than a map
 * can, names more nodes or has more open ground, TypeError or RangeError for wrong options, and the
 * reason of the signal when it is aborted.
 *
 * @example
 * const network = await readOsm(file, { profile: 'car', weight: 'seconds' });
 * console.log(network.report.usedWays); // 1
 */
export async function readOsm(source: OsmSource, options: OsmOptions): Promise<RoadNetwork> {
  checkRoadOptions('readOsm', options, OPTIONS);
  const profile = profileOf(options.profile);
  const ids = createIds();
  const list = createWayList(ids);
  const opened = await openSource(source);
  options.signal?.throwIfAborted();
  const run = await createRun(opened, options);
  const { byteLength } = opened;

  const counts: ElementCounts = { nodes: 0, ways: 0, relations: 0 };
  const reader = createRestrictionReader(profile, options);
  const routes = options.cardinalDirections ? createRouteRefs() : undefined;
  const areas = options.openAreas ? createAreaReader(profile) : undefined;
  const checkRefs = (): void => checkDensity(list.refs.length + (areas?.named ?? 0), byteLength);
  let absurdSpeeds = 0;
  let use: WayUse | undefined; // of the current way
  const useOf = createUseReader(profile, options.endsOnly ?? false);
  await run(
    {
      ids,
      wayKeys: profile.keys && new Set(profile.keys),
      wantsWay: (tags) => (use = useOf(tags)) !== undefined || areas?.wantsWay(tags) === true,
      way: (id, refs, tags) => {
        areas?.way(id, refs, tags);
        if (use) {
          list.add(id, refs, tags, use);
          if (hasAbsurdSpeed(tags)) absurdSpeeds++;
        }
        checkRefs();
      },
      wantsRelation: (tags) =>
        isRestriction(tags) || routes?.wants(tags) === true || areas?.wantsRelation(tags) === true,
      relation: (id, members, tags) => {
        if (areas?.wantsRelation(tags)) areas.relation(id, members, tags);
        if (isRestriction(tags)) reader.add(id, members, tags);
        else if (routes?.wants(tags)) routes.add(id, members, tags);
      },
    },
    counts,
    'ways',
  );
  if (routes) nameRoutes(list, routes);
  if (areas?.needsWays) {
    const way: Pass['way'] = (...found) => {
      areas.wayPass.way!(...found);
      checkRefs();
    };
    await run({ ids, ...areas.wayPass, way }, { nodes: 0, ways: 0, relations: 0 }, 'ways');
  }
  areas?.number(list, checkRefs);

  const restrictions = reader.sorted();
  const places = createPlaces(list.nodes.count);
  markVias(list, places, restrictions);
  const wrong = await readPlaces(run, { list, places, profile, options, lastNode: counts.nodes });
  const mostTests = ALWAYS_TESTS + MOST_TESTS_PER_BYTE * byteLength;
  await areas?.mesh(list, places, { mostTests, signal: options.signal, check: checkRefs });
  options.onProgress?.({ phase: 'graph', bytes: byteLength, byteLength });
  options.signal?.throwIfAborted();
  return buildNetwork(
    list,
    places,
    restrictions,
    {
      ...counts,
      ...wrong,
      absurdSpeeds,
      ...reader.counts,
    },
    options,
  );
}

/** Throws if ways and outlines name more nodes than ALWAYS_REFS and MOST_REFS_PER_BYTE allow. */
function checkDensity(refs: number, byteLength: number): void {
  const most = ALWAYS_REFS + MOST_REFS_PER_BYTE * byteLength;
  if (refs <= most) return;
  throw new RangeError(
    `${byteLength} bytes name more than ${most} nodes of roads: no map is as dense`,
  );
}

/** The second pass: puts the nodes of the ways of a list into their places. */
async function readPlaces(
  run: Run,
  {
    list,
    places,
    profile,
    options,
    lastNode,
  }: {
    readonly list: WayList;
    readonly places: NodePlaces;
    readonly profile: Profile;
    readonly options: OsmOptions;
    readonly lastNode: number;
  },
): Promise<{ invalidNodes: number; duplicateNodes: number }> {
  let [invalidNodes, duplicateNodes] = [0, 0];
  if (list.nodes.count === 0) return { invalidNodes, duplicateNodes };
  const pass: Pass = {
    ids: list.ids,
    lastNode,
    findNode: list.nodes.find,
    node: (number, lonE7, latE7, tags) => {
      if (places.state[number] & PLACED) duplicateNodes++;
      else if (Number.isNaN(lonE7) || Number.isNaN(latE7)) invalidNodes++;
      else {
        places.lonE7[number] = lonE7;
        places.latE7[number] = latE7;
        places.state[number] |= PLACED | (profile.blocks(tags) ? BLOCKED : 0);
        if (options.uTurns === false && TURNING_PLACES.has(tags.get('highway') ?? '')) {
          places.state[number] |= WANTED | TURNING;
        }
        if (options.delays) markDelay(places, number, profile.delay?.(tags));
      }
    },
  };
  await run(pass, { nodes: 0, ways: 0, relations: 0 }, 'nodes');
  return { invalidNodes, duplicateNodes };
}

/** Values of `highway` of nodes at which vehicles may turn round. */
const TURNING_PLACES = new Set(['turning_circle', 'turning_loop', 'mini_roundabout']);

/** Collects the turn restrictions for a profile, if the options want any. */
function createRestrictionReader(profile: Profile, { turnRestrictions }: OsmOptions) {
  const found: [id: number, restriction: Restriction][] = [];
  const counts = { restrictions: 0, restrictionsUnclear: 0, restrictionsAmbiguous: 0 };
  return {
    counts,
    /** In the order of ids, so that the order of the file does not matter. */
    sorted: () => found.sort(([a], [b]) => a - b).map(([, restriction]) => restriction),
    add(id: number, members: readonly Member[], tags: Tags): void {
      counts.restrictions++;
      if (!turnRestrictions) return;
      const read = profile.restricts?.(tags) ?? tags;
      const restriction = parseRestriction(members, read, profile.modes);
      if (restriction === 'unclear') counts.restrictionsUnclear++;
      else if (restriction === 'ambiguous') counts.restrictionsAmbiguous++;
      else if (restriction) found.push([id, restriction]);
    },
  };
}

/** Gives the numbers of ways the compass directions of their routes. */
function nameRoutes(list: WayList, routes: RouteRefs): void {
  for (const id of routes.ways()) {
    const way = list.ways.find(id);
    if (way >= 0) list.renumber(way, (ref) => routes.refsOf(id, ref));
  }
}

/** Most seconds that `Profile.delay` may give. */
const MOST_DELAY = 3600;

/** Travellers can wait in the middle of a way: the node must be one of the graph. */
function markDelay(places: NodePlaces, number: number, delay: NodeDelay | undefined): void {
  if (!delay) return;
  for (const name of ['forward', 'backward'] as const) {
    if (delay[name] >= 0 && delay[name] <= MOST_DELAY) continue;
    refuseNumber(`${name} of a delay`, delay[name], `seconds from 0 to ${MOST_DELAY}`);
  }
  places.state[number] |= WANTED;
  places.delays.set(number, delay);
}

/** A turn can be restricted in the middle of a way: its node must be one of the graph. */
function markVias(
  list: WayList,
  { state }: NodePlaces,
  restrictions: readonly Restriction[],
): void {
  for (const { viaNode } of restrictions) {
    const via = viaNode === undefined ? -1 : list.nodes.find(viaNode);
    if (via >= 0) state[via] |= WANTED;
  }
}

/** The kind of a source by its first bytes; by more of them where XML begins with blanks. */
async function kindOf(source: ByteSource): Promise<FileKind> {
  const head = await firstBytes(source, MAGIC_BYTES);
  return recognise(isBlank(head) ? await firstBytes(source, MOST_QUIET) : head);
}

/** Recognises the source by its content. */
async function createRun(source: ByteSource, options: OsmOptions): Promise<Run> {
  const packing = await kindOf(source);
  const open = (phase: OsmProgress['phase']): AsyncGenerator<Uint8Array, void, undefined> =>
    unpackChunks(watchChunks(source, phase, options), packing);
  let kind = packing;
  if (kind === 'gzip' || kind === 'bzip2') {
    const inner = {
      byteLength: source.byteLength,
      chunks: () => unpackChunks(source.chunks(), packing),
    };
    kind = await kindOf(inner);
    if (kind === 'gzip' || kind === 'bzip2')
      throw new SyntaxError(`the source is ${kind} within ${packing}`);
  }
  const withNodes: BlobsWithNodes = [];
  return (pass, counts, phase) =>
    kind === 'xml'
      ? readXml(open(phase), pass, counts)
      : readPbf(open(phase), pass, counts, withNodes);
}

function unpackChunks(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  packing: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (packing === 'gzip') return inflateChunks(chunks);
  return packing === 'bzip2' ? bunzip2Chunks(chunks) : chunks;
}

/** The chunks of the source, with progress and cancelling. */
async function* watchChunks(
  source: ByteSource,
  phase: OsmProgress['phase'],
  { onProgress, signal }: OsmOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { byteLength } = source;
  let bytes = 0;
  for await (const chunk of source.chunks()) {
    bytes += chunk.length;
    onProgress?.({ phase, bytes, byteLength });
    signal?.throwIfAborted();
    yield chunk;
  }
}
