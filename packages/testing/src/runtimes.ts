import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Other runtimes, as packages of the npm registry. */
const VERSIONS = { deno: '2.9.6', bun: '1.4.5' };
const INSTALL_MS = 180_000;

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

function installed(name: RuntimeName): string | undefined {
  const place = fileURLToPath(new URL('../../../node_modules/.cache/runtimes', import.meta.url));
  const home = join(place, `${name}-${VERSIONS[name]}`);
  const command = join(home, 'node_modules/.bin', name);
  if (!existsSync(command)) {
    const words = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline'];
    const { status, error, stderr } = spawnSync(
      'npm',
      ['install', '--prefix', home, ...words, `${name}@${VERSIONS[name]}`],
      { encoding: 'utf8', timeout: INSTALL_MS },
    );
    if (status !== 0) {
      console.log(`skipped: no ${name}: ${error?.message ?? stderr.trim().split('\n')[0]}`);
      return undefined;
    }
  }
  const { status, stderr } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  if (status === 0) return command;
  console.log(`skipped: ${name} does not start here: ${String(stderr).trim().split('\n')[0]}`);
  return undefined;
}
