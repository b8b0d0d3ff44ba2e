// Every example for Node, run in its folder as `npm start` does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPrinted } from '@wayfield/testing';
import { runtimeCommand, type RuntimeName } from '@wayfield/testing/runtimes';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exampleNames, isPage, programOf } from '../manifests.mjs';

const test = suite('programs');
const home = fileURLToPath(new URL('..', import.meta.url));
/** Examples for other runtimes: their command, and what it is given. */
const RUNTIMES: Readonly<Record<RuntimeName, readonly string[]>> = {
  deno: ['run', '--no-remote', '--allow-read', '--allow-env'],
  bun: ['run'],
};
const LIMIT_MS = 60_000;

interface Run {
  readonly code: number | null;
  readonly out: string;
}

/** Runs a command in the folder of an example; what it prints on both streams is one text. */
function run(name: string, command: string, words: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      cwd: join(home, name),
      timeout: LIMIT_MS,
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (out += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out }));
  });
}

for (const name of exampleNames().filter((one) => !isPage(one))) {
  test(name, async () => {
    const { code, out } = await run(name, process.execPath, ['main.js']);
    assert.is(code, 0, out);
    checkPrinted(programOf(name), out);
  });
}

for (const [name, words] of Object.entries(RUNTIMES)) {
  const command = runtimeCommand(name as RuntimeName);
  const maybe = command === undefined ? test.skip : test;
  maybe(`${name}, by ${name}`, async () => {
    const { code, out } = await run(name, command!, [...words, 'main.js']);
    assert.is(code, 0, out);
    checkPrinted(programOf(name), out);
    assert.not.match(out, /not (Deno|Bun)/);
  });
}

test('every program has 20 to 120 lines', () => {
  for (const name of exampleNames()) {
    const lines = programOf(name).trimEnd().split('\n').length;
    assert.ok(lines >= 20 && lines <= 120, `${name} has ${lines} lines`);
  }
});

test('manifests, pages and the gallery are those of the programs', async () => {
  const { code, out } = await run('.', process.execPath, ['manifests.mjs', '--check']);
  assert.is(code, 0, out);
});

test.run();
