import { InputError } from '../../run/problems/read-file.ts';
import type { Results } from './results.ts';

/**
 * Joins several runs, with the experiments in their order. Throws InputError where runs are of
 * different machines or commits, or contain an experiment twice: figures of one page must be
 * comparable.
 */
export function joinResults(runs: readonly Results[]): Results {
  const [first, ...others] = runs;
  if (first === undefined) throw new RangeError('runs has 0 entries, expected at least 1');
  const gpus = runs.flatMap(({ machine }) => machine.gpu ?? []);
  const experiments = runs.flatMap((run) => run.experiments);
  const names = new Set<string>();
  for (const { name } of experiments) {
    if (names.has(name)) throw new InputError(`experiment '${name}' is there twice`);
    names.add(name);
  }
  for (const { machine, commit } of others) {
    for (const key of ['cpu', 'threads', 'node'] as const) {
      if (machine[key] === first.machine[key]) continue;
      throw new InputError(
        `these are runs of two machines: ${key} is ${first.machine[key]} and ${machine[key]}`,
      );
    }
    if (commit !== first.commit) {
      throw new InputError(`these are runs of two commits: ${first.commit} and ${commit}`);
    }
  }
  if (new Set(gpus).size > 1)
    throw new InputError(`these are runs of two GPUs: ${gpus.join(', ')}`);
  if (others.length === 0) return first;
  return {
    ...first,
    command: runs.flatMap(({ command }, i) =>
      i === 0 ? command : ['&&', 'wayfield-bench', ...command],
    ),
    seconds: Number(runs.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)),
    machine: { ...first.machine, ...(gpus.length > 0 && { gpu: gpus[0] }) },
    packages: Object.assign({}, ...runs.map(({ packages }) => packages)) as Results['packages'],
    experiments,
  };
}
