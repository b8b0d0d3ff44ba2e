// Every example as a user runs it: its folder copied to an empty place, `npm install` from the
// registry of the rehearsal, `npm start`. Programs must print what they say; pages are opened in
// Chromium, where they must reach what the tests of the examples ask of them.
import { spawn } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { exampleNames, isPage, programOf } from '../../examples/manifests.mjs';
import { PAGES, SMALLER } from '../../examples/test/expectations.ts';
import { launchChromium } from '../../packages/testing/src/browser.ts';
import { checkPrinted } from '../../packages/testing/src/readme.ts';
import { runtimeCommand } from '../../packages/testing/src/runtimes.ts';
import { environment, execute, inParallel } from '../pack/command.mjs';
import { npmInstall } from '../pack/install.mjs';

/** Examples that are installed or run at one time. */
const AT_ONCE = 3;
const LIMIT_MS = 120_000;
/** Examples that a program beside Node runs. */
const RUNTIMES = ['deno', 'bun'];
/** The page whose canvas is one of WebGPU, for which Chromium needs other switches. */
const ON_WEBGPU = 'webgpu-agents';
/** Words behind `npm start` that make a server take any free port of this machine. */
const ANY_PORT = { 'plain-page': ['-a', '127.0.0.1', '-p', '0'] };
const VITE_PORT = ['--host', '127.0.0.1', '--port'];
const FIRST_PORT = 41_730;

/**
 * Installs and starts all examples of the checkout at `copy`, from the registry at `address`, in
 * folders below `place`. Throws where one fails; an example whose runtime or browser cannot be had
 * is left out, and named.
 */
export async function runExamples(address, copy, place) {
  const browser = await launchChromium();
  const left = [];
  let count = 0;
  try {
    await inParallel(AT_ONCE, [...exampleNames().entries()], async ([number, name]) => {
      const command = RUNTIMES.includes(name) ? runtimeCommand(name) : process.execPath;
      if (command === undefined || (isPage(name) && !browser)) return left.push(name);
      const folder = join(place, 'examples', name);
      cpSync(join(copy, 'examples', name), folder, { recursive: true });
      writeFileSync(join(folder, '.npmrc'), `@wayfield:registry=${address}\n`);
      await npmInstall(['--prefer-offline'], folder);
      if (isPage(name)) await openPage(name, folder, FIRST_PORT + number, browser);
      else await runProgram(name, folder, command);
      rmSync(folder, { recursive: true, force: true });
      count++;
    });
  } finally {
    await browser?.close();
  }
  const note = left.length > 0 ? `; left out, for want of what runs them: ${left}` : '';
  console.log(`  ${count} examples work alone, by npm install and npm start${note}`);
}

async function runProgram(name, folder, command) {
  const env = { PATH: [dirname(command), process.env.PATH].join(delimiter) };
  const printed = await execute(['npm', '--silent', 'start'], folder, { env, everything: true });
  checkPrinted(programOf(name), printed);
}

/** Starts the server of an example, and waits until its page has done what it should. */
async function openPage(name, folder, port, browser) {
  const words = ANY_PORT[name] ?? [...VITE_PORT, String(port)];
  // no browser of the desktop; a group of its own, so that what npm starts ends with npm
  const env = { ...environment(), BROWSER: 'none' };
  const stdio = ['ignore', 'pipe', 'pipe'];
  const options = { cwd: folder, env, stdio, detached: true };
  const server = spawn('npm', ['--silent', 'start', '--', ...words], options);
  const own = name === ON_WEBGPU ? await launchChromium({ canvas: true }) : undefined;
  const page = await (own ?? browser).newPage();
  try {
    const url = await addressOf(server);
    await page.goto(`${url}${SMALLER[name] ?? ''}`, { waitUntil: 'commit', timeout: LIMIT_MS });
    const wanted = `'example' in globalThis && (${PAGES[name]})`;
    await page.waitForFunction(wanted, undefined, { timeout: LIMIT_MS });
  } catch (error) {
    const state = await page.evaluate('JSON.stringify(globalThis.example)').catch(String);
    throw new Error(`${name} alone: ${PAGES[name]} is not true of ${state}`, { cause: error });
  } finally {
    await page.close();
    await own?.close();
    endGroup(server);
  }
}

/** What a server prints as its address. */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(() => reject(new Error(`no address in: ${printed}`)), LIMIT_MS);
    const read = (text) => {
      printed += text;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(`${address}/`);
    };
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', read);
    server.on('error', reject);
    server.on('close', () => reject(new Error(`the server ended: ${printed}`)));
  });
}

function endGroup(server) {
  try {
    process.kill(-server.pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
