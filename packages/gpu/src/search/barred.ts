import { NO_PATH, NONE, type Queries, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import type { Problem } from './problem.ts';
import type { WaveResult } from './wave.ts';

/** Why a query needs no search; 0 where it does. */
export function barOf({ words, offsets }: Problem, source: number, target: number): number {
  const u = words[offsets.compact + source];
  const v = words[offsets.compact + target];
  if (u === NONE) return SOURCE_BLOCKED;
  if (v === NONE) return TARGET_BLOCKED;
  return words[offsets.component + u] === words[offsets.component + v] ? 0 : NO_PATH;
}

/** Whether a node cannot be entered. */
export const isBarred = ({ words, offsets }: Problem, node: number): boolean =>
  words[offsets.compact + node] === NONE;

/** Answers queries, of these numbers, none of which needs a search. */
export function answerBarred(
  problem: Problem,
  { source, target }: Queries,
  list: Uint32Array,
): WaveResult {
  const count = list.length;
  const results = new Uint32Array(4 * count);
  list.forEach((q, i) => (results[i] = barOf(problem, source[q], target[q])));
  return { count, results, firstNode: new Uint32Array(count + 1), node: new Uint32Array(0) };
}
