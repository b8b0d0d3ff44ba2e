import { writeFile } from 'node:fs/promises';
import type { Results } from '../../report/results/results.ts';
import { differedIn } from './guard.ts';

/** Writes results as a baseline; returns false, and writes nothing, if an answer differed. */
export async function writeBaseline(file: string, results: Results): Promise<boolean> {
  if (differedIn(results) > 0) return false;
  await writeFile(file, JSON.stringify(results) + '\n');
  return true;
}
