// Runs npm and pnpm for the pack test, away from the settings of the pnpm that started it.
import { spawn } from 'node:child_process';

/** What a command needs of the npm settings around it: where to fetch and where to cache. */
const KEPT =
  /^npm_config_(registry|userconfig|globalconfig|cache|cafile|(https?_)?proxy|noproxy)$/i;

/**
 * Runs a command and gives what it printed to stdout; throws with all it printed when it fails.
 * `env`: variables of the environment beside those that every command gets. `everything`: gives
 * what it printed to stderr, too.
 */
export async function execute(words, cwd, { env = {}, everything = false } = {}) {
  const [command, ...args] = words;
  const child = spawn(command, args, {
    cwd,
    env: { ...environment(), ...env },
    shell: process.platform === 'win32' && command !== process.execPath,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => (printed[name] += text));
  }
  const ended = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  if (ended !== 0) {
    const how = typeof ended === 'string' ? ended : `exit code ${ended}`;
    throw new Error(`${words.join(' ')}: ${how}\n${printed.stdout}${printed.stderr}`);
  }
  return everything ? printed.stdout + printed.stderr : printed.stdout;
}

/**
 * Runs `job` for every item, `count` at a time. When one fails, no further one starts; throws the
 * first error after all that run have ended, so that nothing uses their folders any more.
 */
export async function inParallel(count, items, job) {
  const open = [...items];
  const errors = [];
  async function work() {
    while (open.length > 0 && errors.length === 0) {
      await job(open.shift()).catch((error) => errors.push(error));
    }
  }
  await Promise.all(Array.from({ length: count }, work));
  if (errors.length > 0) throw errors[0];
}

/** The pnpm that runs this script, else the one npx gives. */
export function pnpm(...args) {
  const running = process.env.npm_execpath ?? '';
  const isPnpm = /pnpm\.[mc]?js$/.test(running);
  return [...(isPnpm ? [process.execPath, running] : ['npx', '-y', 'pnpm@10']), ...args];
}

/** Without the variables by which one package manager steers the next, such as its prefix. */
export function environment() {
  const env = { NO_COLOR: '1' };
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^p?npm_/i.test(name) || KEPT.test(name)) env[name] = value;
  }
  return env;
}
