import { checkOptions, whole } from '@wayfield/check';
import { checkHierarchy, type Hierarchy, type HierarchyArcs } from '@wayfield/graph/hierarchy';
import { openKernels } from '@wayfield/wasm';
import { putArcs } from '../hierarchy/put-arcs.ts';
import { unitOf } from '../hierarchy/unit.ts';
import { GROUP_BYTES, type Kernels, KERNELS_BASE64 } from '../hub-labels.gen.ts';
import { inSteps } from '../in-steps.ts';
import { aHierarchy, BUILD_RULES } from '../options.ts';
import { PROGRESS_MS } from '../progress.ts';
import { hierarchyChecksum } from './checksum.ts';
import { byteLengthOf, countEntries } from './check.ts';
import type { HubLabels, LabelSide } from './types.ts';

/** Options of `buildHubLabels`. */
export interface BuildHubLabelsOptions {
  /**
   * The most bytes that the labels may take, as `byteLength` counts them. Default 2 GiB. A build
   * that comes to need more throws RangeError with the number of nodes labelled so far. The build
   * itself needs about as much again while it copies the labels.
   */
  memoryBudget?: number;
  /** Called at most every 50 ms, and at the end, with the number of labelled nodes. */
  onProgress?: (done: number, count: number) => void;
  /** Looked at about every 10 ms; an aborted build throws the signal's reason. */
  signal?: AbortSignal;
}

/** Default of `memoryBudget`, in bytes. */
const DEFAULT_BUDGET = 2 ** 31;
const RULES = { ...BUILD_RULES, memoryBudget: whole() };
/**
 * The share, per addition, by which a path must be shorter than the candidate that it prunes: four
 * times 2^-24, the most that one rounding changes. Covers both sums of a comparison, and the
 * rounding of the comparison.
 */
const ROUNDING = 2 ** -22;

/**
 * Hub labels from a contraction hierarchy, made by `buildHierarchy` or by `hierarchy` of a
 * customizable solver. The same hierarchy gives the same labels on every machine. They hold for the
 * weights of the hierarchy only.
 *
 * A label of a road network has 50 to 70 entries, 8 bytes each. On rome, where one direction serves
 * both, labels take about four times the memory of the hierarchy; with one-way roads twice that. In
 * graphs without important roads the entries of a label grow with the number of nodes; the memory
 * budget ends such a build.
 *
 * Throws RangeError for a hierarchy that is damaged, where the labels exceed the budget, and when
 * memory ends; the signal's reason when aborted.
 *
 * @example
 * const hierarchy = buildHierarchy(graph);
 * const labels = buildHubLabels(hierarchy, { memoryBudget: 512 * 2 ** 20 });
 * const solver = createHubLabelSolver(graph, hierarchy, labels);
 * console.log(solver.route(source, target).path.length); // 59
 */
export function buildHubLabels(
  hierarchy: Hierarchy,
  options: BuildHubLabelsOptions = {},
): HubLabels {
  aHierarchy(hierarchy, 'hierarchy');
  checkOptions('buildHubLabels', options, RULES);
  const { onProgress, signal, memoryBudget = DEFAULT_BUDGET } = options;
  signal?.throwIfAborted();
  checkHierarchy(hierarchy);
  const { nodeCount, levelStart, up, down } = hierarchy;
  const alike = sameArcs(up, down);
  const { arena, kernels, ...host } = openKernels<Kernels>(KERNELS_BASE64);
  const { rows, arcs } = putArcs({ arena, blocks: host.blocks }, hierarchy);
  kernels.hierarchyArcsBind(nodeCount, rows, arcs, 0, 0, 0, 0);
  const unit = Math.min(unitOf(up.weight).unit, unitOf(down.weight).unit);
  // levels + 2 roundings; levelStart has levels + 1 entries: docs/concepts/hub-labels.md
  const share = 1 - (levelStart.length + 1) * ROUNDING;
  kernels.buildLoad(unit * 2 ** 24, share, alike ? 1 : 0);

  let reported = performance.now();
  inSteps((_, count) => {
    const done = nodeCount - (kernels.buildSome(count) >>> 0);
    const firsts = (nodeCount + 1) * (kernels.buildSame() !== 0 ? 1 : 2);
    const bytes = 4 * (nodeCount + firsts) + kernels.buildBytes();
    if (bytes > memoryBudget) {
      throw new RangeError(
        `the labels of ${done} of ${nodeCount} nodes take ${bytes} bytes, memoryBudget is ` +
          `${memoryBudget}`,
      );
    }
    signal?.throwIfAborted();
    const now = performance.now();
    if (onProgress !== undefined && now - reported >= PROGRESS_MS) {
      reported = now;
      onProgress(done, nodeCount);
      signal?.throwIfAborted();
    }
    return done;
  }, nodeCount);

  const words = arena.words();
  const side = (direction: number): LabelSide =>
    emitSide(nodeCount, words, {
      addresses: (kernels.buildAddresses() >>> 0) / 4 + direction,
      groups: (kernels.buildGroups() >>> 0) / 4 + direction,
    });
  const forward = side(0);
  // the labels are compared, not the arcs: in a graph without one-way arcs, `up` and `down` can
  // differ in a shortcut although the labels of both directions are equal
  const backward = kernels.buildSame() !== 0 ? forward : side(1);
  onProgress?.(nodeCount, nodeCount);
  return {
    nodeCount,
    entryCount: countEntries(forward) + (backward === forward ? 0 : countEntries(backward)),
    byteLength: byteLengthOf(forward, backward),
    hub: hierarchy.rank.map((r) => nodeCount - 1 - r),
    forward,
    backward,
    hierarchyChecksum: hierarchyChecksum(hierarchy),
  };
}

/** Whether the arcs of both sides are the same, so that distances are the same there and back. */
function sameArcs(up: HierarchyArcs, down: HierarchyArcs): boolean {
  return (
    same(up.firstArc, down.firstArc) && same(up.head, down.head) && same(up.weight, down.weight)
  );
}

function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * The labels of one direction, by hub. `addresses` and `groups`: the words of rank 0 in the lists
 * of the kernels, which have two words per rank.
 */
function emitSide(
  nodeCount: number,
  words: Uint32Array,
  at: { readonly addresses: number; readonly groups: number },
): LabelSide {
  const groupWords = GROUP_BYTES / 4;
  const first = new Uint32Array(nodeCount + 1);
  const rankOf = (hub: number): number => nodeCount - 1 - hub;
  for (let h = 0; h < nodeCount; h++) first[h + 1] = first[h] + words[at.groups + 2 * rankOf(h)];
  const groups = new Uint32Array(first[nodeCount] * groupWords);
  for (let h = 0; h < nodeCount; h++) {
    const from = words[at.addresses + 2 * rankOf(h)] / 4;
    const count = (first[h + 1] - first[h]) * groupWords;
    groups.set(words.subarray(from, from + count), first[h] * groupWords);
  }
  return { first, groups };
}
