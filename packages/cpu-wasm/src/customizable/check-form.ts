import { refuse, typed } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { CustomizableHierarchy } from './types.ts';

const WORDS = typed(Uint32Array);

/**
 * Throws RangeError unless the arrays have the form that `CustomizableHierarchy` states. Kernels
 * follow `parent` until a root and use heads as addresses: on other arrays they would run forever,
 * write beyond their memory, or give wrong answers. Takes a merge of each row with the row of its
 * parent, a small part of customisation.
 */
export function checkForm(customizable: CustomizableHierarchy): void {
  const { nodeCount, graphArcCount, arcCount, rank, node, parent } = customizable;
  const { firstArc, head, arcOf } = customizable;
  const sized = { rank, node, parent, firstArc, head, arcOf };
  const lengths = [nodeCount, nodeCount, nodeCount, nodeCount + 1, arcCount, graphArcCount];
  Object.entries(sized).forEach(([name, array], i) => {
    WORDS(array, `customizable.${name}`);
    check(array.length === lengths[i], `${name}.length`, array.length, lengths[i]);
  });
  for (let r = 0; r < nodeCount; r++) {
    check(node[r] < nodeCount, `node[${r}]`, node[r], `below ${nodeCount}`);
    check(rank[node[r]] === r, `rank[${node[r]}]`, rank[node[r]], r);
  }
  checkRows(customizable, nextLevels(customizable));
  for (let r = 0; r < nodeCount; r++) checkTriangles(customizable, r);
}

function check(right: boolean, name: string, is: number, expected: number | string): void {
  if (!right) refuse(`customizable.${name}`, is, expected);
}

/** Checks the levels. Returns for each rank the first rank of the next level. */
function nextLevels({ nodeCount, levelStart }: CustomizableHierarchy): Uint32Array {
  WORDS(levelStart, 'customizable.levelStart');
  const levels = levelStart.length - 1;
  check(levels >= 0, 'levelStart.length', levelStart.length, 'at least 1');
  check(levelStart[0] === 0, 'levelStart[0]', levelStart[0], 0);
  check(levelStart[levels] === nodeCount, `levelStart[${levels}]`, levelStart[levels], nodeCount);
  const next = new Uint32Array(nodeCount);
  for (let l = 0; l < levels; l++) {
    const [from, to] = [levelStart[l], levelStart[l + 1]];
    const rises = to > from && to <= nodeCount;
    check(rises, `levelStart[${l + 1}]`, to, `from ${from + 1} to ${nodeCount}`);
    next.fill(to, from, to);
  }
  return next;
}

/** Checks that each row ascends, that each arc climbs a level, and that parents are first heads. */
function checkRows(customizable: CustomizableHierarchy, nextLevel: Uint32Array): void {
  const { nodeCount, arcCount, parent, firstArc, head } = customizable;
  check(firstArc[0] === 0, 'firstArc[0]', firstArc[0], 0);
  check(firstArc[nodeCount] === arcCount, `firstArc[${nodeCount}]`, firstArc[nodeCount], arcCount);
  for (let r = 0; r < nodeCount; r++) {
    const [from, to] = [firstArc[r], firstArc[r + 1]];
    check(from <= to && to <= arcCount, `firstArc[${r + 1}]`, to, `from ${from} to ${arcCount}`);
    let least = nextLevel[r];
    for (let i = from; i < to; i++) {
      const right = head[i] >= least && head[i] < nodeCount;
      check(right, `head[${i}]`, head[i], `from ${least} to ${nodeCount - 1}`);
      least = head[i] + 1;
    }
    const lowest = from < to ? head[from] : NONE;
    check(parent[r] === lowest, `parent[${r}]`, parent[r], lowest);
  }
}

/** Checks that the parent of a rank is joined to all other upper neighbours of the rank. */
function checkTriangles({ parent, firstArc, head }: CustomizableHierarchy, r: number): void {
  if (parent[r] === NONE) return;
  const [at, end] = [firstArc[parent[r]], firstArc[parent[r] + 1]];
  for (let i = firstArc[r] + 1, j = at; i < firstArc[r + 1]; i++, j++) {
    while (j < end && head[j] < head[i]) j++;
    const joined = j < end && head[j] === head[i];
    check(joined, `head[${i}]`, head[i], `joined to rank ${parent[r]}, the parent of rank ${r}`);
  }
}
