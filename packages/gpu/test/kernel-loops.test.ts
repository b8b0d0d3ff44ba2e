import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const SOURCE = new URL('../src/', import.meta.url);

/** Loops that nothing counts down by their form alone: `loop`, `while`, and `for` without a condition. */
const OPEN_LOOP = /\b(?:loop\s*\{|while\s*\(|for\s*\([^;]*;\s*;)/;
/** A `for` whose condition compares its variable, which the last part moves. */
const COUNTED = /\bfor\s*\((?:var\s+(\w+)[^;]*)?;\s*[^;]*[<>][^;]*;[^)]*(?:\+\+|--|\+=|-=)/;

interface Loop {
  readonly place: string;
  readonly text: string;
  readonly comment: string;
}

/** Every loop of every kernel, with the comment in front of it. */
function loopsOfKernels(): Loop[] {
  const names = readdirSync(SOURCE, { recursive: true }) as string[];
  const loops: Loop[] = [];
  for (const name of names.filter((file) => file.endsWith('.ts')).sort()) {
    const lines = readFileSync(new URL(name, SOURCE), 'utf8').split('\n');
    const all = name.endsWith('.wgsl.ts');
    let kernel = false;
    lines.forEach((line, i) => {
      // kernels are template texts; what the host does around them has other loops
      const ticks = line.split('`').length - 1;
      if (kernel && /\b(?:loop\s*\{|while\s*\(|for\s*\()/.test(line.replace(/\/\/.*/, ''))) {
        const comment: string[] = [];
        for (let k = i - 1; /^\s*\/\//.test(lines[k]!); k--) comment.unshift(lines[k]!.trim());
        loops.push({
          place: `${name}:${i + 1}`,
          text: line.trim(),
          comment: comment.join(' '),
        });
      }
      if (ticks % 2 === 1) kernel = !kernel && (all || line.includes('/* wgsl */'));
    });
  }
  return loops;
}

const test = suite('kernel loops');

test('all have a bound: a count in their head, or one that the comment before them states', () => {
  const loops = loopsOfKernels();
  assert.ok(loops.length > 100, `${loops.length} loops`);
  const open = loops.filter(({ text }) => OPEN_LOOP.test(text));
  assert.ok(open.length >= 12, `${open.length} open loops`);
  const unbounded = loops.filter(({ text, comment }) =>
    OPEN_LOOP.test(text) ? !/Bound: /.test(comment) : !COUNTED.test(text),
  );
  assert.equal(
    unbounded.map(({ place, text }) => `${place} ${text}`),
    [],
  );
});

test.run();
