import { aGraph } from './kinds.ts';
import { checkLength, object, refuse } from '@wayfield/check';
import { checkArray, checkCount } from './check.ts';
import { NONE } from '../types/constants.ts';
import type { Hierarchy, HierarchyArcs } from '../types/hierarchy.ts';
import type { Graph } from '../types/data.ts';

type Side = 'up' | 'down';

const aHierarchy = object({ up: object(), down: object() }, 'a Hierarchy');

/**
 * Proves that `hierarchy` is what `Hierarchy` promises of its form, or throws what is wrong with
 * it: lengths, `rank` and `node` each the inverse of the other, levels that cover all ranks, rows
 * sorted, arcs that climb to a higher level, shortcuts that are two arcs over a lower node and
 * weigh their f32 sum. With a graph also that it is a hierarchy of that graph: the same number of
 * nodes, and arcs that stand for arcs of the graph with their ends and weight. Linear in the size
 * of the hierarchy. It does not check that no shortest path is missing from the hierarchy.
 *
 * Throws RangeError, or TypeError for an array of another class.
 */
export function checkHierarchy(hierarchy: Hierarchy, graph?: Graph): void {
  aHierarchy(hierarchy, 'hierarchy');
  if (graph !== undefined) aGraph(graph, 'graph');
  const { nodeCount, rank, node } = hierarchy;
  checkCount(nodeCount, 'nodeCount', 0);
  if (graph !== undefined && graph.nodeCount !== nodeCount) {
    throw new RangeError(
      `the hierarchy has ${nodeCount} nodes, the graph has ${graph.nodeCount} nodes`,
    );
  }
  checkArray(rank, Uint32Array, nodeCount, 'rank');
  checkArray(node, Uint32Array, nodeCount, 'node');
  for (let r = 0; r < nodeCount; r++) {
    if (node[r] >= nodeCount) refuse(`node[${r}]`, node[r], `below ${nodeCount}`);
    if (rank[node[r]] !== r) refuse(`rank[${node[r]}]`, rank[node[r]], r);
  }
  const level = levelsOf(hierarchy);
  const owners = {
    up: checkRows(hierarchy, 'up', level),
    down: checkRows(hierarchy, 'down', level),
  };
  checkOrigins(hierarchy, 'up', owners, graph);
  checkOrigins(hierarchy, 'down', owners, graph);
}

/** The level of every rank. */
function levelsOf({ nodeCount, levelStart }: Hierarchy): Uint32Array {
  checkArray(levelStart, Uint32Array, levelStart?.length, 'levelStart');
  const levelCount = levelStart.length - 1;
  if (levelCount < 0) refuse('levelStart.length', 0, 'at least 1');
  if (levelStart[0] !== 0) refuse('levelStart[0]', levelStart[0], 0);
  if (levelStart[levelCount] !== nodeCount) {
    refuse(`levelStart[${levelCount}]`, levelStart[levelCount], nodeCount);
  }
  const level = new Uint32Array(nodeCount);
  for (let l = 0; l < levelCount; l++) {
    const [start, end] = [levelStart[l], levelStart[l + 1]];
    if (!(end > start && end <= nodeCount)) {
      refuse(`levelStart[${l + 1}]`, end, `${start + 1} to ${nodeCount}`);
    }
    level.fill(l, start, end);
  }
  return level;
}

/** Checks the rows of one side; returns the rank that owns each arc. */
function checkRows(hierarchy: Hierarchy, side: Side, level: Uint32Array): Uint32Array {
  const { nodeCount } = hierarchy;
  const { firstArc, head, weight, first, second } = hierarchy[side];
  checkArray(firstArc, Uint32Array, nodeCount + 1, `${side}.firstArc`);
  const arcCount = firstArc[nodeCount];
  checkArray(head, Uint32Array, head?.length, `${side}.head`);
  checkLength(head, arcCount, `${side}.head`);
  checkArray(weight, Float32Array, arcCount, `${side}.weight`);
  checkArray(first, Uint32Array, arcCount, `${side}.first`);
  checkArray(second, Uint32Array, arcCount, `${side}.second`);
  if (firstArc[0] !== 0) refuse(`${side}.firstArc[0]`, firstArc[0], 0);
  const owner = new Uint32Array(arcCount);
  for (let r = 0; r < nodeCount; r++) {
    const [start, end] = [firstArc[r], firstArc[r + 1]];
    if (!(end >= start && end <= arcCount)) {
      refuse(`${side}.firstArc[${r + 1}]`, end, `${start} to ${arcCount}`);
    }
    owner.fill(r, start, end);
    for (let a = start; a < end; a++) {
      const least = a > start ? head[a - 1] + 1 : r + 1;
      if (!(head[a] >= least && head[a] < nodeCount)) {
        refuse(`${side}.head[${a}]`, head[a], `${least} to ${nodeCount - 1}`);
      }
      if (level[head[a]] <= level[r]) {
        refuse(`the level of ${side}.head[${a}]`, level[head[a]], `above ${level[r]}`);
      }
      if (!(weight[a] >= 0)) refuse(`${side}.weight[${a}]`, weight[a], 'a number >= 0');
    }
  }
  return owner;
}

/**
 * Checks `first` and `second` of the arcs of one side: `first` is the arc of the graph, or `first`
 * and `second` are the two halves of a shortcut.
 */
function checkOrigins(
  hierarchy: Hierarchy,
  side: Side,
  owners: Record<Side, Uint32Array>,
  graph: Graph | undefined,
): void {
  const { node, up, down } = hierarchy;
  const arcs: HierarchyArcs = hierarchy[side];
  const owner = owners[side];
  for (let a = 0; a < owner.length; a++) {
    const [first, second, weight] = [arcs.first[a], arcs.second[a], arcs.weight[a]];
    const from = side === 'up' ? owner[a] : arcs.head[a];
    const to = side === 'up' ? arcs.head[a] : owner[a];
    if (second !== NONE) {
      if (!(first < down.head.length)) {
        refuse(
          `${side}.first[${a}]`,
          first,
          `an arc of down, of which there are ${down.head.length}`,
        );
      }
      if (!(second < up.head.length)) {
        refuse(
          `${side}.second[${a}]`,
          second,
          `an arc of up, of which there are ${up.head.length}`,
        );
      }
      const middle = owners.down[first];
      if (
        owners.up[second] !== middle ||
        middle >= owner[a] ||
        down.head[first] !== from ||
        up.head[second] !== to
      ) {
        throw new RangeError(
          `${side} arc ${a} from rank ${from} to ${to} is made of ${down.head[first]} to ${middle} ` +
            `and ${owners.up[second]} to ${up.head[second]}`,
        );
      }
      const sum = Math.fround(down.weight[first] + up.weight[second]);
      if (weight !== sum) refuse(`${side}.weight[${a}]`, weight, `${sum}, the sum of its halves`);
    } else if (weight === Infinity) {
      if (first !== NONE) refuse(`${side}.first[${a}]`, first, `${NONE}: its weight is Infinity`);
    } else if (graph !== undefined) {
      const ends = { tail: node[from], to: node[to] };
      checkArc(graph, first, ends, weight, `${side} arc ${a}`);
    } else if (first === NONE) {
      refuse(`${side}.first[${a}]`, first, 'an arc of the graph');
    }
  }
}

/** Throws unless an arc of the hierarchy and the arc of the graph that it stands for agree. */
function checkArc(
  { arcCount, firstOut, head, weight }: Graph,
  arc: number,
  { tail, to }: { readonly tail: number; readonly to: number },
  weighs: number,
  what: string,
): void {
  if (!(arc < arcCount)) {
    throw new RangeError(`${what} stands for arc ${arc}, the graph has ${arcCount} arcs`);
  }
  if (!(arc >= firstOut[tail] && arc < firstOut[tail + 1] && head[arc] === to)) {
    throw new RangeError(
      `${what} from node ${tail} to ${to} stands for arc ${arc}, which has other ends`,
    );
  }
  if (weight[arc] !== weighs) {
    throw new RangeError(
      `${what} weighs ${weighs}, arc ${arc} of the graph ${weight[arc]}: ` +
        'the hierarchy is of other weights',
    );
  }
}
