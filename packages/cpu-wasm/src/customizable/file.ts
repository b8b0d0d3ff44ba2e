import { checkGraph, type Graph } from '@wayfield/graph';
import { mixed } from '../checksum.ts';
import { aCustomizable, aGraph, bytes } from '../options.ts';
import { checkOrder, completeRanks } from './build.ts';
import type { CustomizableHierarchy } from './types.ts';

// Header of 16 words: MARK, which is the bytes 'WAYC', the version and the byte order mark, then
// the words below; the rest is zero. Behind the header the node of each rank.
const MARK: readonly number[] = [0x43594157, 1, 0x01020304];
const HEADER_WORDS = 16;
const W_NODES = 3;
const W_ARCS = 4;
/** The checksum of rows and heads of the graph. */
const W_GRAPH = 5;
const W_CHECKSUM = 6;

function checksum(words: Uint32Array): number {
  return mixed(mixed(0, words.subarray(0, W_CHECKSUM)), words.subarray(W_CHECKSUM + 1));
}

/**
 * The bytes of a customizable hierarchy, to be stored or sent: 64 and 4 a node, little-endian,
 * checksummed. They hold the order of the nodes, which takes longest to find; `readCustomizable`
 * makes the rest again. `graph` is the graph that the hierarchy was built for: RangeError for
 * another number of nodes or arcs, which is all that is compared.
 *
 * @example
 * const customizable = buildCustomizable(graph);
 * await writeFile('city.order', writeCustomizable(customizable, graph));
 * const again = readCustomizable(await readFile('city.order'), graph);
 * console.log(again.arcCount === customizable.arcCount); // true
 */
export function writeCustomizable(hierarchy: CustomizableHierarchy, graph: Graph): Uint8Array {
  aCustomizable(hierarchy, 'hierarchy');
  aGraph(graph, 'graph');
  const { nodeCount, graphArcCount, node } = hierarchy;
  if (graph.nodeCount !== nodeCount || graph.arcCount !== graphArcCount) {
    throw new RangeError(
      `the hierarchy is of ${nodeCount} nodes and ${graphArcCount} arcs, ` +
        `the graph has ${graph.nodeCount} and ${graph.arcCount}`,
    );
  }
  const words = new Uint32Array(HEADER_WORDS + nodeCount);
  words.set(MARK);
  words[W_NODES] = nodeCount;
  words[W_ARCS] = graphArcCount;
  words[W_GRAPH] = mixed(mixed(0, graph.firstOut), graph.head);
  words.set(node, HEADER_WORDS);
  words[W_CHECKSUM] = checksum(words);
  return new Uint8Array(words.buffer);
}

/**
 * The hierarchy in these bytes, completed for `graph`, whose weights may have changed since. The
 * bytes must start at a multiple of 4 in their buffer.
 *
 * Throws RangeError for bytes that are cut off, longer than they should be, changed, not of this
 * version, of another graph, or not an order of its nodes by level; with the numbers, except for
 * the levels.
 *
 * @example
 * const customizable = readCustomizable(writeCustomizable(buildCustomizable(graph), graph), graph);
 * const solver = createCustomizableSolver(graph, customizable);
 * console.log(solver.route(source, target).path.length); // 59
 */
export function readCustomizable(
  source: ArrayBufferLike | ArrayBufferView,
  graph: Graph,
): CustomizableHierarchy {
  bytes(source, 'source');
  aGraph(graph, 'graph');
  checkGraph(graph);
  const { nodeCount, arcCount } = graph;
  const [buffer, start, length] = ArrayBuffer.isView(source)
    ? [source.buffer, source.byteOffset, source.byteLength]
    : [source, 0, source.byteLength];
  const refuse = (what: string, is: number, expected: number | string): never => {
    throw new RangeError(`${what} is ${is}, expected ${expected}`);
  };
  if (length < HEADER_WORDS * 4) refuse('byteLength', length, `at least ${HEADER_WORDS * 4}`);
  if (start % 4) refuse('byteOffset', start, 'a multiple of 4: copy the bytes first');
  const header = new Uint32Array(buffer, start, HEADER_WORDS);
  const expected = [...MARK, nodeCount, arcCount];
  expected.forEach((word, i) => {
    if (header[i] !== word) refuse(`header[${i}]`, header[i], word);
  });
  const whole = (HEADER_WORDS + nodeCount) * 4;
  if (length !== whole) refuse('byteLength', length, whole);
  const words = new Uint32Array(buffer, start, HEADER_WORDS + nodeCount);
  const sum = checksum(words);
  if (words[W_CHECKSUM] !== sum) refuse('checksum', words[W_CHECKSUM], sum);
  for (let i = W_CHECKSUM + 1; i < HEADER_WORDS; i++) {
    if (words[i] !== 0) refuse(`header[${i}]`, words[i], 0);
  }
  const ofGraph = mixed(mixed(0, graph.firstOut), graph.head);
  if (words[W_GRAPH] !== ofGraph) {
    refuse('the checksum of the graph', words[W_GRAPH], `${ofGraph}: the file is of another graph`);
  }
  const node = words.subarray(HEADER_WORDS);
  checkOrder(node, nodeCount);
  const hierarchy = completeRanks(graph, node);
  if (hierarchy === undefined) throw new RangeError('the ranks are not sorted by level');
  return hierarchy;
}
