// Kernels that are made from templates, printed: test/kernels/NAME.wgsl is what a device gets, and
// can be pasted into a playground. After a change of a template write the files with
// WRITE_SAMPLES=1.
import { kernelSamples } from '@wayfield/testing';
import { suite } from 'uvu';
import { invocationQueuesWgsl, risesOf } from '../src/search/invocation-queues.wgsl.ts';
import { INVOCATION_HEAP_WGSL } from '../src/search/invocation-heap.wgsl.ts';
import { treeWalkWgsl } from '../src/search/tree-walk.wgsl.ts';
import { workgroupSearchWgsl } from '../src/search/workgroup-search.wgsl.ts';
import { uniformGridFinishWgsl } from '../src/sssp/finish.wgsl.ts';
import { graphFrontierWgsl } from '../src/sssp/frontier.wgsl.ts';
import { graphTileWgsl } from '../src/sssp/graph-tile.wgsl.ts';
import { gridTileWgsl } from '../src/sssp/grid-tile.wgsl.ts';

const OCTILE = risesOf(8, 'octile', [2378, 3363])!;

const SAMPLES: Readonly<Record<string, string>> = {
  'workgroup-search-in-workgroup': workgroupSearchWgsl(1024),
  'workgroup-search-in-storage': workgroupSearchWgsl(undefined),
  'invocation-queues-octile': invocationQueuesWgsl(OCTILE),
  'invocation-heap': INVOCATION_HEAP_WGSL,
  'tree-walk-reverse': treeWalkWgsl(true),
  'graph-tile': graphTileWgsl(2),
  'grid-tile-weighted': gridTileWgsl(true, 2),
  'frontier-graph': graphFrontierWgsl,
  'finish-uniform-grid': uniformGridFinishWgsl,
};

const test = suite('kernel samples');

for (const [name, code] of Object.entries(SAMPLES)) {
  test(`${name}.wgsl is what the template makes`, () =>
    kernelSamples(new URL('kernels/', import.meta.url), name, code));
}

test.run();
