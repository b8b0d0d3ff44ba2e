import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProgress } from '../src/streams.ts';

const progress = suite('createProgress');

/** What is written when 100 steps take `ms` milliseconds each. */
function written(isTTY: boolean, quiet: boolean, ms: number): string {
  let text = '';
  let time = 0;
  const out = { write: () => undefined };
  const err = { isTTY, write: (piece: string) => (text += piece) };
  const { say, clear } = createProgress({ out, err }, quiet, () => time);
  for (let step = 0; step < 100; step++) {
    time += ms;
    say('reading', step / 100);
  }
  clear();
  return text;
}

progress('writes over one line on a terminal, and clears it', () => {
  const text = written(true, false, 60);
  assert.ok(text.startsWith('\r\u001b[Kreading 0 %'));
  assert.ok(text.endsWith('\r\u001b[K'));
  // each step of 60 ms, at most every 100 ms
  assert.is(text.split('reading').length - 1, 50);
  assert.not.match(text, /\n/);
});

progress('writes a line every five seconds elsewhere, none where the work is short', () => {
  assert.is(written(false, false, 10), '');
  assert.is(written(false, false, 120), 'reading 41 %\nreading 83 %\n');
});

progress('is silent where nobody wants it', () => {
  assert.is(written(true, true, 1000), '');
});

progress.run();
