import { object, refuse, rule, type Rule, typed, whole } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { GROUP_BYTES, GROUP_ENTRIES } from '../hub-labels.gen.ts';
import { aHierarchy } from '../options.ts';
import { hierarchyChecksum } from './checksum.ts';
import type { HubLabels, LabelSide } from './types.ts';

const GROUP_WORDS = GROUP_BYTES / 4;
const side: Rule = /* @__PURE__ */ object(
  { first: typed(Uint32Array), groups: typed(Uint32Array) },
  'a LabelSide',
);
export const aHubLabels: Rule = /* @__PURE__ */ rule<object>(
  'HubLabels',
  (value) => typeof value === 'object' && value !== null && 'hierarchyChecksum' in value,
);
const fields: Rule = /* @__PURE__ */ object(
  {
    nodeCount: whole(),
    hub: typed(Uint32Array),
    hierarchyChecksum: whole(),
    forward: side,
    backward: side,
  },
  'HubLabels',
);

/**
 * Proves that `labels` is what `HubLabels` promises of its form, or throws what is wrong with it:
 * rows, hubs that ascend to the node's own at distance 0, distances, padding. With a hierarchy also
 * that the labels were built from it: its checksum, and the hub of every node. Does not prove that
 * distances are right. Linear in the size of the labels.
 *
 * Throws RangeError, or TypeError for an array of another class.
 *
 * @example
 * checkHubLabels(labels, hierarchy);
 * try {
 *   checkHubLabels(labels, buildHierarchy(roadGraph(5, 5)));
 * } catch (error) {
 *   console.log((error as Error).message); // the labels have 900 nodes, the hierarchy has 25 nodes
 * }
 */
export function checkHubLabels(labels: HubLabels, hierarchy?: Hierarchy): void {
  aHubLabels(labels, 'labels');
  fields(labels, 'labels');
  if (hierarchy !== undefined) {
    aHierarchy(hierarchy, 'hierarchy');
    checkMatch(labels, hierarchy);
  }
  checkHubs(labels);
  checkSide(labels, 'forward');
  if (labels.backward !== labels.forward) checkSide(labels, 'backward');
}

/** Throws RangeError unless every node has a hub of its own. */
function checkHubs({ nodeCount, hub }: HubLabels): void {
  if (hub.length !== nodeCount) refuse('hub.length', hub.length, nodeCount);
  const taken = new Uint8Array(nodeCount);
  for (let v = 0; v < nodeCount; v++) {
    if (!(hub[v] < nodeCount)) refuse(`hub[${v}]`, hub[v], `below ${nodeCount}`);
    if (taken[hub[v]] !== 0) refuse(`hub[${v}]`, hub[v], 'another number than those before');
    taken[hub[v]] = 1;
  }
}

/** Throws RangeError unless the labels were built from this hierarchy. */
function checkMatch(labels: HubLabels, hierarchy: Hierarchy): void {
  const { nodeCount, hub, hierarchyChecksum: sum } = labels;
  if (nodeCount !== hierarchy.nodeCount) {
    throw new RangeError(
      `the labels have ${nodeCount} nodes, the hierarchy has ${hierarchy.nodeCount} nodes`,
    );
  }
  const expected = hierarchyChecksum(hierarchy);
  if (sum !== expected) {
    refuse('labels.hierarchyChecksum', sum, `${expected}: the labels are of another hierarchy`);
  }
  for (let v = 0; v < nodeCount; v++) {
    const own = nodeCount - 1 - hierarchy.rank[v];
    if (hub[v] !== own) refuse(`hub[${v}]`, hub[v], `${own}: the labels are of another hierarchy`);
  }
}

/** Checks the labels of one direction. */
function checkSide(labels: HubLabels, name: 'forward' | 'backward'): void {
  const { nodeCount } = labels;
  const { first, groups } = labels[name];
  if (first.length !== nodeCount + 1) refuse(`${name}.first.length`, first.length, nodeCount + 1);
  if (first[0] !== 0) refuse(`${name}.first[0]`, first[0], 0);
  const expected = first[nodeCount] * GROUP_WORDS;
  if (groups.length !== expected) refuse(`${name}.groups.length`, groups.length, expected);
  const dists = new Float32Array(groups.buffer, groups.byteOffset, groups.length);
  for (let h = 0; h < nodeCount; h++) {
    const [from, to] = [first[h], first[h + 1]];
    if (!(to > from && to <= first[nodeCount])) {
      refuse(`${name}.first[${h + 1}]`, to, `${from + 1} to ${first[nodeCount]}`);
    }
    if (!isLabel(groups, dists, { from, to, own: h })) {
      throw new RangeError(
        `${name}: the label of hub ${h}, groups ${from} to ${to - 1}, is damaged`,
      );
    }
  }
}

/** Whether groups `from` to `to` - 1 are a label that ends with the hub `own`. */
function isLabel(
  groups: Uint32Array,
  dists: Float32Array,
  { from, to, own }: { readonly from: number; readonly to: number; readonly own: number },
): boolean {
  let last = -1;
  for (let g = from; g < to; g++) {
    for (let k = 0; k < GROUP_ENTRIES; k++) {
      const hub = groups[g * GROUP_WORDS + k];
      const dist = dists[g * GROUP_WORDS + GROUP_ENTRIES + k];
      if (last === own) {
        // padding fills up the last group
        if (k === 0 || hub !== NONE || dist !== Infinity) return false;
      } else {
        if (!(hub > last && hub <= own && dist >= 0 && dist < Infinity)) return false;
        if (hub === own && dist !== 0) return false;
        last = hub;
      }
    }
  }
  return last === own;
}

/** The number of entries of one direction, without padding. */
export function countEntries({ first, groups }: LabelSide): number {
  let count = groups.length / 2;
  for (let h = 0; h + 1 < first.length; h++) {
    const end = first[h + 1] * GROUP_WORDS - GROUP_ENTRIES;
    for (let k = end - 1; k > end - GROUP_ENTRIES && groups[k] === NONE; k--) count--;
  }
  return count;
}

/** Bytes of the arrays of labels. */
export function byteLengthOf(forward: LabelSide, backward: LabelSide): number {
  const sides = forward === backward ? [forward] : [forward, backward];
  const hubs = forward.first.length - 1;
  return sides.reduce((sum, { first, groups }) => sum + first.length + groups.length, hubs) * 4;
}
