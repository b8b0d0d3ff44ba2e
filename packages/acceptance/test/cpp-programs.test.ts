import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CppPrograms, startCpp } from '../src/run/cpp-programs.ts';

const test = suite('startCpp');

/** Starts what a compiler makes that runs `build` with the path of the program in `$program`. */
async function startBuilt(build: string): Promise<CppPrograms<number> | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-compiler-'));
  const compiler = join(folder, 'compiler');
  const lines = [
    '#!/bin/sh',
    '[ "$1" = --version ] && { echo compiler 1; exit; }',
    'for program; do :; done',
    build,
  ];
  await writeFile(compiler, lines.join('\n'), { mode: 0o755 });
  const { CXX } = process.env;
  process.env.CXX = compiler;
  try {
    const given = { source: 'dijkstra.cpp', input: new Uint8Array(1), args: [] };
    return await startCpp<number>({ ...given, instructionSets: ['native'] });
  } finally {
    if (CXX === undefined) delete process.env.CXX;
    else process.env.CXX = CXX;
    await rm(folder, { recursive: true });
  }
}

test('rejects where the program does not start', async () => {
  const why = /^Error: the C\+\+ program for native does not start: spawn .* (ENOENT|EACCES)$/;
  assert.match(await reason(startBuilt('')), why);
  assert.match(await reason(startBuilt('echo > "$program"')), why);
});

test('rejects a question to a program that has ended', async () => {
  const program = '#!/bin/sh\\necho 7\\necho tired >&2\\n';
  const build = `printf '${program}' > "$program"; chmod +x "$program"`;
  const programs = await startBuilt(build);
  for (let k = 0; k < 3; k++) {
    assert.match(await reason(programs!.ask('native', k)), /program for native ended: tired$/);
  }
  await programs!.close();
});

test.run();
