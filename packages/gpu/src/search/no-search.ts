// Queries that need no search: an end is blocked, or no path leads from one component to the other.
import { NO_PATH, NONE, type Queries, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { SECTIONS_BACK, type WaveResult } from './layout.ts';
import type { Problem } from './problem.ts';

/** The status of a query that needs no search; 0 where a search is needed. */
export function statusWithoutSearch(
  { words, offsets }: Problem,
  source: number,
  target: number,
): number {
  const u = words[offsets.nodeOf + source];
  const v = words[offsets.nodeOf + target];
  if (u === NONE) return SOURCE_BLOCKED;
  if (v === NONE) return TARGET_BLOCKED;
  return words[offsets.component + u] === words[offsets.component + v] ? 0 : NO_PATH;
}

/** Whether a node cannot be entered. */
export const isBlocked = ({ words, offsets }: Problem, node: number): boolean =>
  words[offsets.nodeOf + node] === NONE;

/** Answers the queries in `list`, none of which needs a search. */
export function answerWithoutSearch(
  problem: Problem,
  { source, target }: Queries,
  list: Uint32Array,
): WaveResult {
  const count = list.length;
  const results = new Uint32Array(SECTIONS_BACK.routes * count);
  list.forEach((q, i) => (results[i] = statusWithoutSearch(problem, source[q], target[q])));
  return { count, results, firstNode: new Uint32Array(count + 1), node: new Uint32Array(0) };
}
