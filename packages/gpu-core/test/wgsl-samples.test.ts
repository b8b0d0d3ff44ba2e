// Kernels that are made from templates, printed: test/kernels/NAME.wgsl is what a device gets, and
// can be pasted into a playground. After a change of a template write the files with
// WRITE_SAMPLES=1.
import { kernelSamples } from '@wayfield/testing';
import { suite } from 'uvu';
import { ADD_U32 } from '../src/parallel/teams.wgsl.ts';
import { reduceWgsl } from '../src/reduce/reduce.wgsl.ts';
import { compactWgsl, scanSweepWgsl, scanWgsl } from '../src/scan/scan.wgsl.ts';
import { segmentsWgsl } from '../src/segments/segments.wgsl.ts';
import { sortWgsl } from '../src/sort/sort.wgsl.ts';
import { sweepWgsl } from '../src/sort/sweep.wgsl.ts';

const SCAN = { subgroups: true, quadsPerInvocation: 2, quads: true };
const SORT = {
  mode: 'narrow',
  workgroupSize: 256,
  itemsPerInvocation: 4,
  passes: 4,
  lastFirst: false,
  teamSize: 32,
} as const;

const SAMPLES: Readonly<Record<string, string>> = {
  'scan-subgroups': scanWgsl(SCAN, false),
  'scan-portable': scanWgsl({ ...SCAN, subgroups: false }, true),
  'compact-values': compactWgsl(SCAN, true),
  'reduce-subgroups': reduceWgsl(true, 16, ADD_U32),
  segments: segmentsWgsl(true),
  'scan-sweep': scanSweepWgsl(SCAN),
  'sort-count': sweepWgsl('countAll', SORT),
  'sort-sweep-narrow': sweepWgsl('sweepTiles', SORT),
  'sort-tile-portable': sortWgsl('sortTile', { ...SORT, mode: 'portable' }),
};

const test = suite('kernel samples');

for (const [name, code] of Object.entries(SAMPLES)) {
  test(`${name}.wgsl is what the template makes`, () =>
    kernelSamples(new URL('kernels/', import.meta.url), name, code));
}

test.run();
