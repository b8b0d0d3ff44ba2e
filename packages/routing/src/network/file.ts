// The file of a routing network: a header of 16 words, then the bytes of the road network and of
// the hierarchy, as their packages write them, each at a multiple of 16 bytes. The header and both
// parts have a checksum each. The rest of a routing network follows from them in linear time.
import { either, refuse, type Rule, typed } from '@wayfield/check';
import { checkHierarchy, readHierarchy, writeHierarchy } from '@wayfield/graph/hierarchy';
import { readRoadNetwork, writeRoadNetwork } from '@wayfield/osm';
import { routingRule } from '../rules.ts';
import type { RoutingNetwork } from '../types.ts';
import { complete, weigh } from './build.ts';
import { METRICS } from './ticks.ts';

/** The bytes 'WAYN', the version, the byte order. */
const MARK = [0x4e594157, 2, 0x01020304];
const W_METRIC = 3;
const W_NETWORK = 4;
const W_HIERARCHY = 5;
/** 0: only the largest component is large. */
const W_SMALL = 6;
const W_CHECKSUM = 7;
const HEADER_BYTES = 64;
const bytesRule: Rule = either(typed(Uint8Array), typed(ArrayBuffer));

/**
 * The checksum that graph files have, over the header alone. Each step is one-to-one in the sum and
 * in the word, so a header with one changed word never passes.
 */
function checksum(header: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < header.length; i++) {
    if (i === W_CHECKSUM) continue;
    sum = Math.imul(sum ^ header[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

const padded = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** The bytes of a routing network, to be stored or sent: a copy. `readRouting` reads them back. */
export function writeRouting(routing: RoutingNetwork): Uint8Array {
  routingRule(routing, 'routing');
  const network = writeRoadNetwork(routing.network);
  const hierarchy = writeHierarchy(routing.hierarchy);
  const start = HEADER_BYTES + padded(network.length);
  const bytes = new Uint8Array(start + padded(hierarchy.length));
  const header = new Uint32Array(bytes.buffer, 0, HEADER_BYTES / 4);
  header.set(MARK);
  header[W_METRIC] = METRICS.indexOf(routing.metric);
  header[W_NETWORK] = network.length;
  header[W_HIERARCHY] = hierarchy.length;
  header[W_SMALL] = routing.smallComponentSize ?? 0;
  header[W_CHECKSUM] = checksum(header);
  bytes.set(network, HEADER_BYTES);
  bytes.set(hierarchy, start);
  return bytes;
}

/**
 * The routing network in these bytes. Roads and hierarchy are views on them; the weights in ticks
 * are made, in linear time. The bytes must start at a multiple of 8 in their buffer. Throws
 * RangeError, with the numbers, for bytes that are cut off, changed, of another version, or not
 * those of a routing network.
 */
export function readRouting(bytes: Uint8Array | ArrayBuffer): RoutingNetwork {
  bytesRule(bytes, 'bytes');
  const [buffer, at, length] = ArrayBuffer.isView(bytes)
    ? [bytes.buffer, bytes.byteOffset, bytes.byteLength]
    : [bytes, 0, bytes.byteLength];
  if (!(length >= HEADER_BYTES)) refuse('byteLength', length, `at least ${HEADER_BYTES}`);
  if (at % 8) refuse('byteOffset', at, 'a multiple of 8: copy the bytes first');
  const header = new Uint32Array(buffer, at, HEADER_BYTES / 4);
  MARK.forEach((word, i) => {
    if (header[i] !== word) refuse(`header[${i}]`, header[i], word);
  });
  const sum = checksum(header);
  if (header[W_CHECKSUM] !== sum) refuse('checksum', header[W_CHECKSUM], sum);
  const [metric, networkBytes, hierarchyBytes] = header.subarray(W_METRIC, W_HIERARCHY + 1);
  if (metric >= METRICS.length) refuse('metric', metric, `below ${METRICS.length}`);
  const start = HEADER_BYTES + padded(networkBytes);
  const expected = start + padded(hierarchyBytes);
  if (length !== expected) refuse('byteLength', length, expected);
  const part = (from: number, count: number): Uint8Array =>
    new Uint8Array(buffer, at + from, count);
  const network = readRoadNetwork(part(HEADER_BYTES, networkBytes));
  const hierarchy = readHierarchy(part(start, hierarchyBytes));
  const weighed = weigh(network, METRICS[metric]);
  checkHierarchy(hierarchy, weighed.graph);
  const small = header[W_SMALL];
  return complete(small === 0 ? weighed : { ...weighed, smallComponentSize: small }, hierarchy);
}
