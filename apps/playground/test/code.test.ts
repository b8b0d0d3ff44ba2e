// Runs the code that stands under each scene.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ORIGINS } from '../src/scenes/code.ts';
import { SCENES } from '../src/scenes/list.ts';

const code = suite('the code of scenes');

code('belongs to scenes that are there', () => {
  const ids = new Set(SCENES.map(({ id }) => id));
  for (const id of Object.keys(ORIGINS)) assert.ok(ids.has(id), id);
  // and every scene says where it comes from
  for (const id of ids) assert.ok(ORIGINS[id], id);
});

for (const [id, { code: text }] of Object.entries(ORIGINS)) {
  if (text === undefined) continue;
  code(`runs: ${id}, and is about ten lines`, async () => {
    const lines = text.trimEnd().split('\n');
    assert.ok(lines.length >= 8 && lines.length <= 15, `${lines.length} lines`);
    const file = join(import.meta.dirname, `code-${id}.tmp.ts`);
    const said: unknown[] = [];
    const { log } = console;
    console.log = (...words: unknown[]) => void said.push(words);
    try {
      await writeFile(file, text);
      await import(file);
    } finally {
      console.log = log;
      await rm(file, { force: true });
    }
    assert.ok(said.length > 0, 'says something');
    for (const word of said.flat() as (string | number)[]) {
      if (typeof word === 'number') assert.ok(Number.isFinite(word), String(said));
    }
  });
}

code.run();
