import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTerminal, type Output } from '../src/report/terminal.ts';

/** A stream that remembers, and a clock that is set by hand. */
function fake(isTTY: boolean) {
  const texts: string[] = [];
  const out: Output = { isTTY, columns: 60, write: (text) => texts.push(text) };
  const clock = { now: 0 };
  const terminal = createTerminal({ out, progress: out }, () => clock.now);
  return { texts, clock, terminal };
}

const terminalSuite = suite('createTerminal');

terminalSuite('writes over one line on a terminal and clears it before results', () => {
  const { texts, clock, terminal } = fake(true);
  terminal.progress('town: astar', 1, 10);
  clock.now = 10;
  terminal.progress('town: astar', 2, 10); // too soon
  clock.now = 200;
  terminal.progress('town: astar', 5, 10);
  terminal.print('result');
  assert.equal(texts, [
    '\r\u001b[Ktown: astar 10 %',
    '\r\u001b[Ktown: astar 50 %',
    '\r\u001b[K',
    'result\n',
  ]);
});

terminalSuite('estimates the time left after two seconds', () => {
  const { texts, clock, terminal } = fake(true);
  terminal.progress('job', 0, 100);
  clock.now = 3000;
  terminal.progress('job', 25, 100);
  assert.match(texts.at(-1)!, /job 25 %, 9\.0 s left$/);
});

terminalSuite('writes a plain line every five seconds in a pipe, none for short work', () => {
  const { texts, clock, terminal } = fake(false);
  terminal.progress('short', 1, 2);
  clock.now = 1000;
  terminal.progress('long', 0, 2);
  clock.now = 7000;
  terminal.progress('long', 1, 2);
  clock.now = 8000;
  terminal.progress('long', 1, 2);
  terminal.print('result');
  assert.equal(texts, ['long 50 %, 6.0 s left\n', 'result\n']);
});

terminalSuite('writes plain lines in a pipe also where every job is short', () => {
  const { texts, clock, terminal } = fake(false);
  for (let step = 0; step < 30; step++) {
    clock.now = 400 * step;
    terminal.progress(`study ${step} %`);
  }
  assert.equal(texts, ['study 13 %\n', 'study 26 %\n']);
});

terminalSuite('never writes beyond the width of the terminal', () => {
  const { texts, terminal } = fake(true);
  terminal.progress('x'.repeat(200));
  assert.is(texts[0], '\r\u001b[K' + 'x'.repeat(59));
});

terminalSuite('prints control characters of names, so that no terminal obeys them', () => {
  const { texts, clock, terminal } = fake(true);
  terminal.print('a \u001b[31mtown\u0007\nand \u202eanother');
  clock.now = 1000;
  terminal.progress('\u001b]0;title\u0007');
  assert.equal(texts, [
    'a \\u001b[31mtown\\u0007\nand \\u202eanother\n',
    '\r\u001b[K\\u001b]0;title\\u0007',
  ]);
});

terminalSuite.run();
