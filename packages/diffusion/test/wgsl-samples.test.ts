// The printed samples of the step kernels: one for each strategy, kept true here, so that a reader
// sees what the templates of src/gpu/step become. After a change of the templates write them with
//
//   WRITE_SAMPLES=1 node ../../scripts/uvu.mjs test wgsl-samples
import { readFileSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksWgsl } from '../src/gpu/step/blocks.wgsl.ts';
import { carefulWgsl } from '../src/gpu/step/careful.wgsl.ts';
import { stripsWgsl } from '../src/gpu/step/strips.wgsl.ts';
import { tiltedWgsl } from '../src/gpu/step/tilted.wgsl.ts';
import type { StepVariant } from '../src/gpu/step/variant.ts';
import { fillTemplate } from '../src/gpu/template.ts';

const log: StepVariant = {
  neighbours: 8,
  beside: 0,
  centre: false,
  border: 'zero',
  precision: 'log',
  half: false,
  counted: 'front',
};
const f32: StepVariant = { ...log, precision: 'f32', counted: 'host' };
const shape = { lanesX: 16, lanesY: 8, rows: 2, steps: 4 };

const samples: Readonly<Record<string, () => string>> = {
  blocks: () => blocksWgsl(f32, shape),
  'blocks-log': () => blocksWgsl(log, shape),
  tilted: () => tiltedWgsl(log, shape),
  strips: () => stripsWgsl(f32, { height: 16, steps: 2, ahead: 1 }, 32),
  careful: () => carefulWgsl(log, shape),
};

const samplesSuite = suite('samples of the step kernels');
for (const [name, print] of Object.entries(samples)) {
  samplesSuite(`${name}.wgsl is what its generator prints`, () => {
    const file = new URL(`../src/gpu/step/samples/${name}.wgsl`, import.meta.url);
    const text = `${print()
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`;
    if (process.env.WRITE_SAMPLES) writeFileSync(file, text);
    assert.fixture(text, readFileSync(file, 'utf8'));
  });
}
samplesSuite.run();

const templates = suite('fillTemplate');
templates('puts in values, chooses lines by flags and repeats them for lists', () => {
  const template = '#if a\n{x}\n#else\nno\n#end\n#each l\n{i}{x}\n#end\n#if !a\nlost\n#end';
  const values = { a: true, x: 7, l: [{ i: 1 }, { i: 2 }] };
  assert.is(fillTemplate(template, values), '7\n17\n27');
  assert.is(fillTemplate(template, { ...values, a: false, l: [] }), 'no\nlost');
});
templates('refuses names without a value and sections without an end', () => {
  assert.throws(() => fillTemplate('{x}', {}), "the template names 'x', which has no value");
  assert.throws(() => fillTemplate('#if x\n', { x: true }), /opens a section that nothing ends/);
});
templates.run();
