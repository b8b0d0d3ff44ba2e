import type { CornerRule, Grid } from '@wayfield/graph';

/** The moves of a grid library and their lengths. */
export interface MoveRule {
  readonly neighbours: 4 | 8;
  readonly corners: CornerRule;
  /**
   * Length of a diagonal step; a straight one has length 1. From 1 to 2: outside of that the lower
   * bound of `createPlainGridAstar` could exceed the least cost.
   */
  readonly diagonal: number;
}

/** The rule of a grid itself. */
export function ruleOf(grid: Grid): MoveRule {
  return { neighbours: grid.neighbours, corners: grid.corners, diagonal: Math.SQRT2 };
}

export function sameRule(a: MoveRule, b: MoveRule): boolean {
  if (a.neighbours !== b.neighbours) return false;
  return a.neighbours === 4 || (a.corners === b.corners && a.diagonal === b.diagonal);
}

/**
 * The rule in words: `8, no corner cut`, `8, cuts one corner`, `8, cuts and squeezes`, `4`; with
 * the diagonal where it is unusual.
 */
export function ruleName(rule: MoveRule): string {
  if (rule.neighbours === 4) return '4';
  const corners = {
    never: 'no corner cut',
    'one-open': 'cuts one corner',
    always: 'cuts and squeezes',
  };
  const odd = rule.diagonal === Math.SQRT2 ? '' : `, diagonal ${rule.diagonal}`;
  return `8, ${corners[rule.corners]}${odd}`;
}

/**
 * The cost of walking along `path` (nodes of `grid`) under `rule`, in doubles: factor of the
 * entered cell times step length. NaN where the rule forbids a step, or a cell is blocked.
 */
export function walkGrid(grid: Grid, rule: MoveRule, path: ArrayLike<number>): number {
  const { width, height, cost } = grid;
  const open = (x: number, y: number): boolean => cost[y * width + x] > 0;
  let sum = 0;
  for (let i = 0; i < path.length; i++) {
    const node = path[i];
    if (!(node >= 0 && node < width * height) || !(cost[node] > 0)) return NaN;
    if (i === 0) continue;
    const x = node % width,
      y = Math.floor(node / width);
    const px = path[i - 1] % width,
      py = Math.floor(path[i - 1] / width);
    const dx = Math.abs(x - px),
      dy = Math.abs(y - py);
    if (dx + dy === 1) {
      sum += cost[node];
      continue;
    }
    if (dx !== 1 || dy !== 1 || rule.neighbours === 4) return NaN;
    const beside = (open(px, y) ? 1 : 0) + (open(x, py) ? 1 : 0);
    if (rule.corners === 'never' && beside < 2) return NaN;
    if (rule.corners === 'one-open' && beside < 1) return NaN;
    sum += rule.diagonal * cost[node];
  }
  return sum;
}
