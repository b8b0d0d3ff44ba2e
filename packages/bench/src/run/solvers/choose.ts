import { checkOptions, object } from '@wayfield/check';
import type { Algorithm } from '@wayfield/cpu-wasm';
import { choiceRules } from '../../arguments.ts';
import { PEERS } from '../peers/index.ts';
import { InputError } from '../problems/read-file.ts';
import { packageVersion } from '../../report/machine.ts';
import { plainAstar, plainJps } from './plain.ts';
import type { BenchSolver } from './solver.ts';
import { ALGORITHMS, wayfieldSolver } from './wayfield.ts';

/** Options of `chooseSolvers`. */
export interface Choice {
  /** Names of solvers; undefined = all. */
  readonly names?: readonly string[] | undefined;
  /** Above 1: every Wayfield solver also runs on a pool of this many workers. */
  readonly threads?: number;
  /** Other libraries: true = all, or those whose name or package begins with one of these. */
  readonly peers?: true | readonly string[] | undefined;
  /** More solvers to choose from. */
  readonly extra?: readonly BenchSolver[];
  /** The installed version of a package, undefined where there is none. For tests. */
  readonly versionOf?: (name: string) => string | undefined;
}

/**
 * The solvers that `--solver`, `--threads` and `--peers` name, and the peers that are not
 * installed, each with the reason. Throws InputError for an unknown name, with the known ones.
 *
 * @example
 * const names = ['astar', 'jps+'];
 * const { solvers, missing } = chooseSolvers({ names, threads: 4, peers: true });
 */
export function chooseSolvers(choice: Choice): {
  solvers: BenchSolver[];
  missing: { name: string; reason: string }[];
} {
  object({}, 'a Choice')(choice, 'choice');
  checkOptions('chooseSolvers', choice, choiceRules);
  const { names, threads = 1, peers, extra = [], versionOf = packageVersion } = choice;
  const known = knownSolvers(extra);
  for (const name of names ?? []) {
    if (known.some((solver) => shortName(solver) === name)) continue;
    throw new InputError(`unknown solver '${name}', known are ${known.map(shortName).join(', ')}`);
  }
  const solvers: BenchSolver[] = [];
  for (const solver of known) {
    if (names && !names.includes(shortName(solver))) continue;
    solvers.push(solver);
    if (threads > 1 && ALGORITHMS.includes(solver.name as Algorithm)) {
      solvers.push(wayfieldSolver(solver.name as Algorithm, threads));
    }
  }
  const missing: { name: string; reason: string }[] = [];
  for (const peer of choosePeers(peers)) {
    const absent = peer.packages?.filter((name) => versionOf(name) === undefined) ?? [];
    if (absent.length === 0) solvers.push(peer);
    else missing.push({ name: peer.name, reason: `${absent.join(' and ')} not installed` });
  }
  return { solvers, missing };
}

/** All solvers but peers, in the order of the tables. */
function knownSolvers(extra: readonly BenchSolver[]): readonly BenchSolver[] {
  const ours = ALGORITHMS.map((algorithm) => wayfieldSolver(algorithm));
  return [...ours, ...extra, plainAstar, plainJps];
}

/** The names that `--solver` takes, without those of extra solvers. */
export function solverNames(): string[] {
  return knownSolvers([]).map(shortName);
}

function choosePeers(peers: Choice['peers']): readonly BenchSolver[] {
  if (peers === undefined) return [];
  if (peers === true) return PEERS;
  const of = (name: string): BenchSolver[] =>
    PEERS.filter((peer) => peer.name.startsWith(name) || peer.packages?.includes(name));
  for (const name of peers) {
    if (of(name).length > 0) continue;
    const packages = [...new Set(PEERS.map((peer) => peer.packages?.[0] ?? peer.name))];
    throw new InputError(`unknown peer '${name}', known are ${packages.join(', ')}`);
  }
  return PEERS.filter((peer) => peers.some((name) => of(name).includes(peer)));
}

/** The name of a solver for `--solver`. */
function shortName(solver: BenchSolver): string {
  if (solver === plainJps) return 'plain-jps';
  return solver === plainAstar ? 'plain' : solver.name;
}
