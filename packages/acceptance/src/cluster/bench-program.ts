// Programs in the folder bench/ of @wayfield/cluster, which also run alone on machines without this
// repository.
import { fileURLToPath } from 'node:url';
import { runChild } from '../run/run-child.ts';

/**
 * Runs `bench/NAME.mjs` and resolves to the JSON of its last line. Throws an Error if the program
 * failed, printed nothing or was killed after `mostMs`.
 */
export async function runBench<T extends object>(
  name: string,
  args: readonly string[],
  mostMs: number,
): Promise<T> {
  const manifest = import.meta.resolve('@wayfield/cluster/package.json');
  const file = fileURLToPath(new URL(`bench/${name}.mjs`, manifest));
  const found = await runChild<T>(file, args, mostMs);
  if (found.threw !== undefined) throw new Error(`${name}.mjs: ${found.threw}`);
  return found as T;
}
