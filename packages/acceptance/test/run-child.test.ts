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

const LINE = 'x'.repeat(2 ** 20 - 1);

children('says that a program printed more than 16 MiB, on either stream', async () => {
  for (const stream of ['log', 'error']) {
    const text = `for (let i = 0; i < 20; i++) console.${stream}('${LINE}');`;
    const file = program(`talks-${stream}.mjs`, `console.log('{"ms": 3}'); ${text}`);
    const answer = await runChild(file, [], 60_000).catch((thrown: unknown) => thrown);
    const threw = 'printed more than 16 MiB';
    assert.equal(answer, stream === 'log' ? { threw } : { ms: 3, threw });
  }
});

children('says that a program ran out of time, or which error ended it', async () => {
  const slow = program('slow.mjs', `setInterval(() => {}, 1000);`);
  assert.equal(await runChild(slow, [], 1_000), { threw: 'ended after 1 s' });
  const thrower = program('throws.mjs', `throw new RangeError('too large');`);
  assert.equal(await runChild(thrower, [], 60_000), { threw: 'RangeError: too large' });
  const quiet = program('quiet.mjs', `process.exitCode = 3;`);
  assert.equal(await runChild(quiet, [], 60_000), { threw: 'the process ended' });
});

children.run();
