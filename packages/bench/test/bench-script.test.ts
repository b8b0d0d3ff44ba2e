import { suite } from 'uvu';
import * as assert from 'uvu/assert';
// @ts-expect-error: a script without types
import { programArguments } from '../../../scripts/bench.mjs';

const script = suite('scripts/bench.mjs');

script('repeats the studies where no command is given', () => {
  const quick = ['study', 'all', '--quick', '--report', 'bench-report'];
  assert.equal(programArguments([]), quick);
  assert.equal(programArguments(['--report', 'here']), [
    'study',
    'all',
    '--quick',
    '--report',
    'here',
  ]);
  assert.equal(programArguments(['--report=here', '--full']), [
    'study',
    'all',
    '--report=here',
    '--full',
  ]);
  assert.equal(programArguments(['--threads', '2']), [...quick, '--threads', '2']);
});

script('leaves commands and questions about the program as they are', () => {
  for (const args of [['tour', '--quick'], ['grid', '--map', 'a.map'], ['--help'], ['-V']]) {
    assert.equal(programArguments(args), args);
  }
});

script.run();
