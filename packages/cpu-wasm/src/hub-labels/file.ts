import { refuse } from '@wayfield/check';
import { GROUP_BYTES } from '../hub-labels.gen.ts';
import { bytes } from '../options.ts';
import { byteLengthOf, checkHubLabels, countEntries } from './check.ts';
import { mixed } from '../checksum.ts';
import type { HubLabels, LabelSide } from './types.ts';

// Header of 16 words: MARK, which is the bytes 'WAYL', the version and the byte order mark, then
// the words below; the rest is zero. Behind the header `hub`, `first` and `groups` of `forward`,
// then `first` and `groups` of `backward` unless it is the same object.
const MARK: readonly number[] = [0x4c594157, 1, 0x01020304];
const HEADER_WORDS = 16;
const W_NODES = 3;
/** Groups of `forward`, and of `backward`. */
const W_FORWARD = 4;
const W_BACKWARD = 5;
const W_CHECKSUM = 6;
/** 1 where `backward` is `forward`. */
const W_ALIKE = 7;
const W_HIERARCHY = 8;
const GROUP_WORDS = GROUP_BYTES / 4;

function checksum(words: Uint32Array): number {
  return mixed(mixed(0, words.subarray(0, W_CHECKSUM)), words.subarray(W_CHECKSUM + 1));
}

/** Words of one direction: `first` and `groups`. */
const sideWords = (nodeCount: number, groups: number): number =>
  nodeCount + 1 + groups * GROUP_WORDS;

/**
 * The bytes of hub labels, to be stored or sent: a copy, little-endian, checksummed.
 * `readHubLabels` reads them back. Throws what `checkHubLabels` throws, and RangeError when memory
 * is short.
 *
 * @example
 * await writeFile('city.labels', writeHubLabels(labels));
 * const again = readHubLabels(await readFile('city.labels'));
 * checkHubLabels(again, hierarchy); // throws if it is not of this hierarchy
 */
export function writeHubLabels(labels: HubLabels): Uint8Array {
  checkHubLabels(labels);
  const { nodeCount, hub, forward, backward, hierarchyChecksum } = labels;
  const alike = forward === backward;
  const sides = alike ? [forward] : [forward, backward];
  const length = sides.reduce(
    (sum, { first, groups }) => sum + first.length + groups.length,
    HEADER_WORDS + nodeCount,
  );
  const words = new Uint32Array(length);
  words.set(MARK);
  words[W_NODES] = nodeCount;
  words[W_FORWARD] = forward.first[nodeCount];
  words[W_BACKWARD] = alike ? 0 : backward.first[nodeCount];
  words[W_ALIKE] = alike ? 1 : 0;
  words[W_HIERARCHY] = hierarchyChecksum;
  words.set(hub, HEADER_WORDS);
  let at = HEADER_WORDS + nodeCount;
  for (const { first, groups } of sides) {
    words.set(first, at);
    words.set(groups, at + first.length);
    at += first.length + groups.length;
  }
  words[W_CHECKSUM] = checksum(words);
  return new Uint8Array(words.buffer);
}

/**
 * The hub labels in these bytes. Their arrays are views on the bytes: nothing is copied, so the
 * bytes must not change afterwards. They must start at a multiple of 4 in their buffer.
 *
 * Throws RangeError, with the numbers, for bytes that are cut off, longer than they should be,
 * changed, no labels or of another version, and what `checkHubLabels` throws. Whether the labels
 * are of a hierarchy is checked by `checkHubLabels(labels, hierarchy)` and by the solver.
 */
export function readHubLabels(source: ArrayBufferLike | ArrayBufferView): HubLabels {
  bytes(source, 'source');
  const [buffer, offset, length] = ArrayBuffer.isView(source)
    ? [source.buffer, source.byteOffset, source.byteLength]
    : [source, 0, source.byteLength];
  if (!(length >= HEADER_WORDS * 4)) refuse('byteLength', length, `at least ${HEADER_WORDS * 4}`);
  if (offset % 4) refuse('byteOffset', offset, 'a multiple of 4: copy the bytes first');
  const header = new Uint32Array(buffer, offset, HEADER_WORDS);
  MARK.forEach((word, i) => {
    if (header[i] !== word) refuse(`header[${i}]`, header[i], word);
  });
  const alike = header[W_ALIKE] === 1;
  if (header[W_ALIKE] > 1) refuse(`header[${W_ALIKE}]`, header[W_ALIKE], '0 or 1');
  const nodeCount = header[W_NODES];
  const forwardWords = sideWords(nodeCount, header[W_FORWARD]);
  const backwardWords = alike ? 0 : sideWords(nodeCount, header[W_BACKWARD]);
  const wordCount = HEADER_WORDS + nodeCount + forwardWords + backwardWords;
  if (length !== wordCount * 4) refuse('byteLength', length, wordCount * 4);
  for (let i = W_HIERARCHY + 1; i < HEADER_WORDS; i++) {
    if (header[i] !== 0) refuse(`header[${i}]`, header[i], 0);
  }
  const words = new Uint32Array(buffer, offset, wordCount);
  const sum = checksum(words);
  if (header[W_CHECKSUM] !== sum) refuse('checksum', header[W_CHECKSUM], sum);
  const side = (at: number, count: number): LabelSide => ({
    first: words.subarray(at, at + nodeCount + 1) as Uint32Array,
    groups: words.subarray(at + nodeCount + 1, at + count) as Uint32Array,
  });
  const start = HEADER_WORDS + nodeCount;
  const forward = side(start, forwardWords);
  const backward = alike ? forward : side(start + forwardWords, backwardWords);
  const labels: HubLabels = {
    nodeCount,
    entryCount: countEntries(forward) + (alike ? 0 : countEntries(backward)),
    byteLength: byteLengthOf(forward, backward),
    hub: words.subarray(HEADER_WORDS, start) as Uint32Array,
    forward,
    backward,
    hierarchyChecksum: header[W_HIERARCHY],
  };
  checkHubLabels(labels);
  return labels;
}
