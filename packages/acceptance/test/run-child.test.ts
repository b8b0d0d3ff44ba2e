import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runChild } from '../src/run/run-child.ts';

const folder = mkdtempSync(join(tmpdir(), 'wayfield-run-child-'));
const children = suite('runChild');

children.after(() => rmSync(folder, { recursive: true }));

const program = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

children('gives the JSON of the last line', async () => {
  const file = program('says.mjs', `console.log('begin'); console.log('{"ms": 3}');`);
  assert.equal(await runChild(file, [], 60_000), { ms: 3 });
});

children('rejects if the last line is not JSON, and names the file and the line', async () => {
  const file = program('nonsense.mjs', `console.log('{"ms": 3}'); console.log('done "it"');`);
  const error = await runChild(file, [], 60_000).catch((thrown: unknown) => thrown);
  assert.instance(error, Error);
  const { message, cause } = error as Error;
  assert.is(message, `the last line of ${file} is not JSON: "done \\"it\\""`);
  assert.instance(cause, SyntaxError);
});

children.run();
