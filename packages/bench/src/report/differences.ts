import { describeNode } from '../run/check/describe-node.ts';
import type { Problem } from '../run/problems/problem.ts';
import { formatNumber } from './numbers.ts';
import type { Difference } from './report.ts';

/** The most differences that are printed and kept in a report. */
export const MOST_DIFFERENCES = 20;

/** A wrong answer in two lines: the solver, the query, the fault. */
export function formatDifference(difference: Difference, problem: Problem): string {
  const { solver, query, source, target, what } = difference;
  const { data, name } = problem;
  return (
    `DIFFERENT: ${solver} on ${name}, query ${query}: ${describeNode(data, source)} to ` +
    `${describeNode(data, target)}\n` +
    `  ${what.replaceAll('\n', '\n  ')}`
  );
}

/** The last line of every run. */
export function formatVerdict(compared: number, differed: number): string {
  return `${formatNumber(compared)} answers compared, ${formatNumber(differed)} differed`;
}
