// The file of a road network, little-endian: a header of 16 words, then the arrays, each at a
// multiple of 16 bytes, so that reading makes views and copies nothing. The first array is the
// graph as `writeGraph` writes it. The last is the text (`Words`): JSON in UTF-8 of all that is no
// array.
import { refuse } from '@wayfield/check';
import { NONE, readGraph, writeGraph } from '@wayfield/graph';
import { isOpenArea, type OpenArea } from './open-areas.ts';
import { ROAD_CLASSES } from './road-class.ts';
import { bytesRule, checkNetwork } from './rules.ts';
import { isRoadDetails, type RoadDetails } from './road-details.ts';
import type { RoadNetwork, RoadReport, RoadWeight } from './types.ts';

const MARK = [0x52594157, 1, 0x01020304]; // the bytes 'WAYR', the version, the byte order
const HEADER_BYTES = 64;
const W_CHECKSUM = 3;
/**
 * Words 4 to 15 of the header: counts, and lengths in bytes. `endsOnlyCount` and the counts after
 * it are 0 for arrays that the network lacks; older files have 0 for arrays that came later. No
 * word is left, so one more array needs a longer header and a new version.
 */
const SIZES = [
  'graphBytes',
  'baseCount',
  'nodeCount',
  'arcCount',
  'roadCount',
  'pointCount',
  'textBytes',
  'endsOnlyCount',
  'detailCount',
  'pointIdCount',
  'liveCount',
  'costCount',
] as const;
type Sizes = Record<(typeof SIZES)[number], number>;

type Section = readonly [
  name: string,
  type:
    | BigInt64ArrayConstructor
    | Int32ArrayConstructor
    | Uint32ArrayConstructor
    | Float32ArrayConstructor
    | Uint8ArrayConstructor,
  length: number,
];
type View = BigInt64Array | Int32Array | Uint32Array | Float32Array | Uint8Array;

/** The parts of a network that are not arrays, kept as JSON text. */
interface Words {
  readonly profile: string;
  readonly weight: RoadWeight;
  readonly lengths?: 'ellipsoid';
  readonly centre: [lon: number, lat: number];
  readonly names: readonly string[];
  readonly details?: readonly RoadDetails[];
  readonly openAreas?: readonly OpenArea[];
  readonly report: RoadReport;
}

function sectionsOf(sizes: Sizes): Section[] {
  const { graphBytes, baseCount, nodeCount, arcCount, roadCount, pointCount, textBytes } = sizes;
  return [
    ['graph', Uint8Array, graphBytes],
    ['nodeId', BigInt64Array, baseCount],
    ['wayId', BigInt64Array, roadCount],
    ['lonE7', Int32Array, baseCount],
    ['latE7', Int32Array, baseCount],
    ['endOf', Uint32Array, baseCount],
    ['baseOf', Uint32Array, nodeCount],
    ['roadOf', Uint32Array, arcCount],
    ['name', Uint32Array, roadCount],
    ['length', Float32Array, roadCount],
    ['firstPoint', Uint32Array, roadCount + 1],
    ['pointLonE7', Int32Array, pointCount],
    ['pointLatE7', Int32Array, pointCount],
    ['roadClass', Uint8Array, roadCount],
    ['detail', Uint32Array, sizes.detailCount],
    ['endsOnly', Uint8Array, sizes.endsOnlyCount],
    ['pointId', BigInt64Array, sizes.pointIdCount],
    ['live', Uint8Array, sizes.liveCount],
    ['cost', Float32Array, sizes.costCount],
    ['text', Uint8Array, textBytes],
  ];
}

const padded = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** Bytes of the whole file: a double, so sizes beyond all memory are not cut off. */
function byteLengthOf(sections: Section[]): number {
  return sections.reduce(
    (sum, [, type, length]) => sum + padded(length * type.BYTES_PER_ELEMENT),
    HEADER_BYTES,
  );
}

function viewsOf(
  buffer: ArrayBufferLike,
  start: number,
  sections: Section[],
): Record<string, View> {
  const views: Record<string, View> = {};
  let at = start + HEADER_BYTES;
  for (const [name, type, length] of sections) {
    views[name] = new type(buffer as ArrayBuffer, at, length);
    at += padded(length * type.BYTES_PER_ELEMENT);
  }
  return views;
}

/**
 * The checksum of all words except the word that holds it, as in graph files. Each step is
 * one-to-one in the sum so far and in the word, so a file with one changed word never passes.
 */
function checksum(words: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) {
    if (i === W_CHECKSUM) continue;
    sum = Math.imul(sum ^ words[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/**
 * The bytes of a network, to be stored or sent: a copy with a checksum. `readRoadNetwork` reads
 * them back. Whether the graph was in shared memory is not kept.
 */
export function writeRoadNetwork(network: RoadNetwork): Uint8Array {
  checkNetwork(network);
  const { graph, roads, profile, weight, centre, names, details, report } = network;
  const graphFile = writeGraph(graph);
  const told = details && roads.detail ? { details } : {};
  const { lengths, openAreas } = network;
  const measured = lengths === undefined ? {} : { lengths };
  const words: Words = {
    profile,
    weight,
    ...measured,
    centre: [...centre],
    names,
    ...told,
    ...(openAreas && { openAreas }),
    report,
  };
  const text = new TextEncoder().encode(JSON.stringify(words));
  const sizes: Sizes = {
    graphBytes: graphFile.length,
    baseCount: network.baseCount,
    nodeCount: graph.nodeCount,
    arcCount: graph.arcCount,
    roadCount: roads.count,
    pointCount: roads.firstPoint[roads.count],
    textBytes: text.length,
    endsOnlyCount: roads.endsOnly?.length ?? 0,
    detailCount: details ? (roads.detail?.length ?? 0) : 0,
    pointIdCount: roads.pointId?.length ?? 0,
    liveCount: roads.live?.length ?? 0,
    costCount: network.cost?.length ?? 0,
  };
  const sections = sectionsOf(sizes);
  const buffer = new ArrayBuffer(byteLengthOf(sections));
  const header = new Uint32Array(buffer);
  header.set(MARK);
  header.set(
    SIZES.map((name) => sizes[name]),
    W_CHECKSUM + 1,
  );
  const { lonE7: pointLonE7, latE7: pointLatE7, ...perRoad } = roads;
  const optional = {
    endsOnly: new Uint8Array(),
    detail: new Uint32Array(),
    pointId: new BigInt64Array(),
    live: new Uint8Array(),
    cost: new Float32Array(),
  };
  const points = { pointLonE7, pointLatE7 };
  const data = { ...optional, ...network, ...perRoad, ...points, graph: graphFile, text };
  const views = viewsOf(buffer, 0, sections);
  for (const [name] of sections) {
    const source = (data as unknown as Record<string, View>)[name];
    // both are of one class, which the type does not say
    (views[name] as Uint8Array).set((views[name].length > 0 ? source : []) as Uint8Array);
  }
  header[W_CHECKSUM] = checksum(header);
  return new Uint8Array(buffer);
}

/**
 * The network in these bytes, its arrays views on them: only the text (names, details, open areas,
 * report) is parsed into new objects. The bytes must start at a multiple of 8 in their buffer.
 * Throws RangeError, with the numbers, for bytes that are cut off, changed, no road network or of
 * another version, and for an index, a coordinate, a length or a cost out of range.
 */
export function readRoadNetwork(bytes: Uint8Array | ArrayBuffer): RoadNetwork {
  bytesRule(bytes, 'bytes');
  const [buffer, start, length] = ArrayBuffer.isView(bytes)
    ? [bytes.buffer, bytes.byteOffset, bytes.byteLength]
    : [bytes, 0, bytes.byteLength];
  if (!(length >= HEADER_BYTES)) refuse('byteLength', length, `at least ${HEADER_BYTES}`);
  if (start % 8) refuse('byteOffset', start, 'a multiple of 8: copy the bytes first');
  const header = new Uint32Array(buffer, start, HEADER_BYTES / 4);
  MARK.forEach((word, i) => {
    if (header[i] !== word) refuse(`header[${i}]`, header[i], word);
  });
  const sizes = {} as Sizes;
  SIZES.forEach((name, i) => (sizes[name] = header[W_CHECKSUM + 1 + i]));
  const sections = sectionsOf(sizes);
  const expected = byteLengthOf(sections);
  if (length !== expected) refuse('byteLength', length, expected);
  const sum = checksum(new Uint32Array(buffer, start, length / 4));
  if (header[W_CHECKSUM] !== sum) refuse('checksum', header[W_CHECKSUM], sum);

  const views = viewsOf(buffer, start, sections);
  const graph = readGraph(views.graph);
  if (graph.nodeCount !== sizes.nodeCount) refuse('nodeCount', sizes.nodeCount, graph.nodeCount);
  if (graph.arcCount !== sizes.arcCount) refuse('arcCount', sizes.arcCount, graph.arcCount);
  const words = readWords(views.text as Uint8Array);
  checkArrays(views, sizes, words);
  const { nodeId, lonE7, latE7, roadOf, baseOf, endOf } = views;
  const { wayId, roadClass, name, length: metres, firstPoint, pointLonE7, pointLatE7 } = views;
  return {
    graph,
    ...words,
    baseCount: sizes.baseCount,
    nodeId: nodeId as BigInt64Array,
    lonE7: lonE7 as Int32Array,
    latE7: latE7 as Int32Array,
    roadOf: roadOf as Uint32Array,
    ...(sizes.costCount > 0 && { cost: views.cost as Float32Array }),
    baseOf: baseOf as Uint32Array,
    endOf: endOf as Uint32Array,
    roads: {
      count: sizes.roadCount,
      wayId: wayId as BigInt64Array,
      roadClass: roadClass as Uint8Array,
      name: name as Uint32Array,
      length: metres as Float32Array,
      firstPoint: firstPoint as Uint32Array,
      lonE7: pointLonE7 as Int32Array,
      latE7: pointLatE7 as Int32Array,
      ...(sizes.endsOnlyCount > 0 && { endsOnly: views.endsOnly as Uint8Array }),
      ...(sizes.liveCount > 0 && { live: views.live as Uint8Array }),
      ...(sizes.pointIdCount > 0 && { pointId: views.pointId as BigInt64Array }),
      ...(sizes.detailCount > 0 && { detail: views.detail as Uint32Array }),
    },
  };
}

function readWords(text: Uint8Array): Words {
  let words: Words;
  try {
    // a copy, because browsers refuse to decode shared memory
    words = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text.slice())) as Words;
  } catch (cause) {
    throw new RangeError(`the text of the network is damaged: ${(cause as Error).message}`, {
      cause,
    });
  }
  const { profile, weight, lengths, centre, names, details, openAreas, report } = words ?? {};
  const right =
    typeof profile === 'string' &&
    (weight === 'metres' || weight === 'seconds') &&
    (lengths === undefined || lengths === 'ellipsoid') &&
    Array.isArray(centre) &&
    centre.length === 2 &&
    Math.abs(centre[0]) <= 180 &&
    Math.abs(centre[1]) <= 90 &&
    Array.isArray(names) &&
    names.length > 0 &&
    names.every((name) => typeof name === 'string') &&
    (details === undefined || (Array.isArray(details) && details.every(isRoadDetails))) &&
    (openAreas === undefined || (Array.isArray(openAreas) && openAreas.every(isOpenArea))) &&
    typeof report === 'object' &&
    report !== null;
  if (!right) throw new RangeError('the text of the network is not that of a road network');
  const told = {
    ...(lengths && { lengths }),
    ...(details && { details }),
    ...(openAreas && { openAreas }),
  };
  return { profile, weight, centre, names, ...told, report };
}

/**
 * Checks every index, place, length and cost of the arrays, because whoever writes a hostile file
 * can compute its checksum. `readWords` has checked the text, and `readGraph` the graph. Not
 * checked: ids, `endsOnly`, and the bits of `live`.
 */
function checkArrays(
  views: Record<string, View>,
  sizes: Sizes,
  { names, details, openAreas = [] }: Words,
): void {
  const { baseCount, nodeCount, roadCount, pointCount } = sizes;
  checkCounts(sizes, details !== undefined);
  for (const { rings } of openAreas) {
    for (const { node } of rings) {
      node.forEach(
        (u) => u >= baseCount && refuse('node of an open area', u, `below ${baseCount}`),
      );
    }
  }
  checkBelow(views.endOf, nodeCount, 'endOf');
  checkBelow(views.baseOf, baseCount, 'baseOf');
  const { baseOf, endOf } = views as Record<string, Uint32Array>;
  for (let u = 0; u < baseCount; u++) {
    if (baseOf[u] !== u) refuse(`baseOf[${u}]`, baseOf[u], u);
    if (baseOf[endOf[u]] !== u) refuse(`endOf[${u}]`, endOf[u], `a node with baseOf ${u}`);
  }
  for (const name of ['cost', 'length']) {
    (views[name] as Float32Array).forEach((one, i) => {
      if (!(one >= 0 && one < Infinity)) {
        refuse(`${name}[${i}]`, one, 'a finite number of at least 0');
      }
    });
  }
  checkBelow(views.name, names.length, 'name');
  checkBelow(views.detail, details?.length ?? 0, 'detail');
  checkBelow(views.roadClass, ROAD_CLASSES.length, 'roadClass');
  const { roadOf, firstPoint } = views as Record<string, Uint32Array>;
  for (let a = 0; a < roadOf.length; a++) {
    if (roadOf[a] !== NONE && roadOf[a] >>> 1 >= roadCount) {
      refuse(`roadOf[${a}]`, roadOf[a], `below ${2 * roadCount}`);
    }
  }
  for (let r = 0; r <= roadCount; r++) {
    // a road has two points at least
    const least = r === 0 ? 0 : firstPoint[r - 1] + 2;
    const most = r === 0 ? 0 : pointCount;
    if (firstPoint[r] < least || firstPoint[r] > most) {
      refuse(`firstPoint[${r}]`, firstPoint[r], `${least} to ${most}`);
    }
  }
  if (firstPoint[roadCount] !== pointCount) refuse('pointCount', pointCount, firstPoint[roadCount]);
  for (const [name, most] of [
    ['lonE7', 1.8e9],
    ['latE7', 0.9e9],
    ['pointLonE7', 1.8e9],
    ['pointLatE7', 0.9e9],
  ] as const) {
    const places = views[name] as Int32Array;
    for (let i = 0; i < places.length; i++) {
      if (places[i] > most || places[i] < -most)
        refuse(`${name}[${i}]`, places[i], `-${most} to ${most}`);
    }
  }
}

/** Checks the numbers of nodes, and those of entries of arrays that a network may lack. */
function checkCounts(sizes: Sizes, hasDetails: boolean): void {
  const { baseCount, nodeCount, roadCount, pointCount, arcCount, detailCount } = sizes;
  if (baseCount > nodeCount) refuse('baseCount', baseCount, `at most ${nodeCount}`);
  if (hasDetails && detailCount !== roadCount) refuse('detailCount', detailCount, roadCount);
  for (const [name, count] of [
    ['endsOnlyCount', roadCount],
    ['detailCount', roadCount],
    ['pointIdCount', pointCount],
    ['liveCount', roadCount],
    ['costCount', arcCount],
  ] as const) {
    if (sizes[name] > 0 && sizes[name] !== count) refuse(name, sizes[name], `0 or ${count}`);
  }
}

function checkBelow(array: View, count: number, name: string): void {
  for (let i = 0; i < array.length; i++) {
    if ((array[i] as number) >= count) refuse(`${name}[${i}]`, array[i], `below ${count}`);
  }
}
