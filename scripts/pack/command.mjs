// Runs npm and pnpm for the pack test, away from the settings of the pnpm that started it.
import { spawnSync } from 'node:child_process';

/** What a command needs of the npm settings around it: where to fetch and where to cache. */
const KEPT =
  /^npm_config_(registry|userconfig|globalconfig|cache|cafile|(https?_)?proxy|noproxy)$/i;

/** Runs a command and gives its output; throws with all it printed when it fails. */
export function execute(words, cwd) {
  const [command, ...args] = words;
  const result = spawnSync(command, args, {
    cwd,
    env: environment(),
    encoding: 'utf8',
    shell: process.platform === 'win32' && command !== process.execPath,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    const ended = result.signal ?? `exit code ${result.status}`;
    throw new Error(`${words.join(' ')}: ${ended}\n${result.stdout}${result.stderr}`);
  }
  return result.stdout;
}

/** The pnpm that runs this script, else the one npx gives. */
export function pnpm(...args) {
  const running = process.env.npm_execpath ?? '';
  const isPnpm = /pnpm\.[mc]?js$/.test(running);
  return [...(isPnpm ? [process.execPath, running] : ['npx', '-y', 'pnpm@10']), ...args];
}

/** Without the variables by which one package manager steers the next, such as its prefix. */
function environment() {
  const env = { NO_COLOR: '1' };
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^p?npm_/i.test(name) || KEPT.test(name)) env[name] = value;
  }
  return env;
}
