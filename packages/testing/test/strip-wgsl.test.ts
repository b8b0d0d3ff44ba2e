import { suite } from 'uvu';
import * as assert from 'uvu/assert';

interface Strip {
  stripModule(text: string): string;
}

const { stripModule } = (await import(
  new URL('../../../scripts/strip-wgsl.mjs', import.meta.url).href
)) as Strip;

const test = suite('strip-wgsl');

test('takes comments out of WGSL alone, and keeps lines, holes and other templates', () => {
  const text = [
    '// host',
    'const plain = `http://a // b`;',
    'const code = /* wgsl */ `',
    '// a line ${name} of `',
    "/** two\n * lines */ fn f() { return ${quads ? `x / y` : 'it // is'}; } // end",
    '${/* wgsl */ `inner(); // gone`}',
    '`;',
  ]
    .join('\n')
    .replace(' of `', ' of \\`');
  const expected = [
    '// host',
    'const plain = `http://a // b`;',
    'const code = /* wgsl */ `',
    '',
    "\n fn f() { return ${quads ? `x / y` : 'it // is'}; }",
    '${/* wgsl */ `inner();`}',
    '`;',
  ].join('\n');
  assert.is(stripModule(text), expected);
  assert.is(stripModule(expected), expected);
});

test.run();
