import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The machine and the runtime that were measured. */
export interface MachineReport {
  readonly cpu: string;
  /** Threads that the system offers to this process. */
  readonly threads: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly v8: string;
  /** The GPU of the commands that use one. */
  readonly gpu?: string;
}

/**
 * The most bytes of `git diff` that `readChanges` reads: more than the changes of a checkout have.
 */
const MOST_DIFF_BYTES = 2 ** 30;
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

/** The machine that this process runs on. */
export function describeMachine(): MachineReport {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    threads: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${platform()} ${arch()} ${release()}`,
    node: process.versions.node,
    v8: process.versions.v8,
  };
}

/**
 * The commit of the checkout that holds this package, with `+` when tracked files differ; null
 * elsewhere. Programs packed for a machine without git read it from the environment variable
 * WAYFIELD_COMMIT.
 */
export function readCommit(): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', here, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const { WAYFIELD_COMMIT: known } = process.env;
  if (known) return known;
  try {
    const commit = git('rev-parse', 'HEAD').trim();
    return git('status', '--porcelain', '--untracked-files=no').trim() === ''
      ? commit
      : `${commit}+`;
  } catch {
    return null; // no git, or no repository: an installed package
  }
}

/**
 * What tells two changed checkouts of one commit apart: a checksum of the differences of tracked
 * files from the commit, in the checkout that holds `folder`. Undefined where nothing differs, and
 * without git.
 */
export function readChanges(folder: string = here): string | undefined {
  if (process.env.WAYFIELD_COMMIT) return undefined;
  try {
    const differences = execFileSync('git', ['-C', folder, 'diff', 'HEAD'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: MOST_DIFF_BYTES,
    });
    if (differences.length === 0) return undefined;
    return createHash('sha256').update(differences).digest('hex').slice(0, 16);
  } catch {
    return undefined;
  }
}

/** The installed version of a package; undefined where it is not installed. */
export function packageVersion(name: string): string | undefined {
  // a package may not export package.json, so the folders that Node would search are searched
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      const text = readFileSync(join(folder, name, 'package.json'), 'utf8');
      return (JSON.parse(text) as { version?: string }).version;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** The versions of these packages and of this one; packages that are not installed are left out. */
export function versionsWith(names: readonly string[]): Record<string, string> {
  const versions: Record<string, string> = { '@wayfield/bench': ownVersion() };
  for (const name of names) {
    const version = packageVersion(name);
    if (version !== undefined) versions[name] = version;
  }
  return versions;
}

/** The version of this program. */
export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The machine in a line: processor, threads, Node. */
export function formatMachine(): string {
  const { cpu, threads, node } = describeMachine();
  return `${cpu}, ${threads} threads, Node ${node}.`;
}
