import { suite } from 'uvu';
import { refuses } from '@wayfield/testing';
import type { Graph, Grid } from '../src/index.ts';
import { buildGraph, buildGrid, checkGraph, checkGrid } from '../src/index.ts';

const graphs = suite('checkGraph');

const sound = (): Graph =>
  buildGraph({
    nodeCount: 3,
    tail: [0, 0, 1],
    head: [1, 2, 2],
    weight: [1, 2, 1],
    x: [0, 1, 2],
    y: [0, 0, 0],
  });

graphs('accepts what buildGraph makes', () => {
  checkGraph(sound());
});

for (const [what, change, text] of [
  [
    'a firstOut that descends',
    { firstOut: Uint32Array.of(0, 2, 1, 3) },
    'firstOut[2] is 1, expected 2 to 3',
  ],
  [
    'a firstOut that starts late',
    { firstOut: Uint32Array.of(1, 2, 3, 3) },
    'firstOut[0] is 1, expected 0 to 0',
  ],
  [
    'a firstOut that ends early',
    { firstOut: Uint32Array.of(0, 1, 2, 2) },
    'firstOut[3] is 2, expected 3 to 3',
  ],
  [
    'a firstOut of the wrong length',
    { firstOut: Uint32Array.of(0, 3) },
    'firstOut has 2 entries, expected 4',
  ],
  ['a head out of range', { head: Uint32Array.of(1, 2, 3) }, 'head[2] is 3, the graph has 3 nodes'],
  [
    'a weight too many',
    { weight: Float32Array.of(1, 1, 1, 1) },
    'weight has 4 entries, expected 3',
  ],
  [
    'a NaN weight',
    { weight: Float32Array.of(1, NaN, 1) },
    'weight[1] is NaN, expected 0, or 2^-126 to 2^126 / 3: 1.175e-38 to 2.836e+37',
  ],
  [
    'a negative weight',
    { weight: Float32Array.of(1, 2, -1) },
    'weight[2] is -1, expected 0, or 2^-126 to 2^126 / 3: 1.175e-38 to 2.836e+37',
  ],
  ['x without y', { y: undefined }, 'y is undefined, expected a Float32Array'],
  ['y without x', { x: undefined }, 'x is undefined, expected a Float32Array'],
  ['a short x', { x: Float32Array.of(1) }, 'x has 1 entries, expected 3'],
  [
    'a NaN coordinate',
    { y: Float32Array.of(0, NaN, 0) },
    'y[1] is NaN, expected a number from -2^60 to 2^60',
  ],
  [
    'a wrong arc count',
    { arcCount: -1 },
    'arcCount is -1, expected a whole number from 0 to 4294967294',
  ],
  [
    'a wrong node count',
    { nodeCount: NaN },
    'nodeCount is NaN, expected a whole number from 0 to 4294967294',
  ],
  ['a negative heuristicScale', { heuristicScale: -1 }, 'heuristicScale is -1, expected 0 to 2^64'],
] as const) {
  graphs(`refuses ${what}`, () => {
    const graph = { ...sound(), ...(change as object) };
    refuses(
      () => checkGraph(graph),
      String(text).includes('is undefined') ? TypeError : RangeError,
      text,
    );
  });
}

graphs('allows a heuristicScale that overestimates: weights may have fallen', () => {
  checkGraph({ ...sound(), heuristicScale: 1.5 });
  refuses(
    () => checkGraph({ ...sound(), heuristicScale: 2 ** 65 }),
    RangeError,
    'heuristicScale is 36893488147419103000, expected 0 to 2^64',
  );
});

graphs('refuses arrays of another class', () => {
  const graph = { ...sound(), head: [1, 2, 2] as unknown as Uint32Array };
  refuses(() => checkGraph(graph), TypeError, 'head is an array, expected a Uint32Array');
  refuses(
    () => checkGraph({} as Graph),
    TypeError,
    'nodeCount is undefined, expected a whole number from 0 to 4294967294',
  );
});

graphs('refuses a detached buffer', () => {
  const graph = sound();
  structuredClone(null, { transfer: [graph.buffer as ArrayBuffer] });
  refuses(
    () => checkGraph(graph),
    RangeError,
    'firstOut has 0 entries, expected 4 (is its buffer detached?)',
  );
});

const grids = suite('checkGrid');

for (const [what, change, text] of [
  [
    'a zero-size grid',
    { width: 0, cost: new Float32Array(0) },
    'width is 0, expected a whole number from 1 to 4294967294',
  ],
  ['a wrong size', { width: 3 }, 'cost has 4 entries, expected 6'],
  [
    'a NaN cost',
    { cost: Float32Array.of(0, NaN, 0, 0) },
    'cost[1] is NaN, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  [
    'a negative cost',
    { cost: Float32Array.of(0, 0, 0, -2) },
    'cost[3] is -2, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  ['5 neighbours', { neighbours: 5 }, 'neighbours is 5, expected 4 or 8'],
  [
    'an unknown corner rule',
    { corners: 'no' },
    "corners is 'no', expected 'never', 'one-open' or 'always'",
  ],
] as const) {
  grids(`refuses ${what}`, () => {
    const grid = { ...buildGrid({ width: 2, height: 2 }), ...(change as object) } as Grid;
    refuses(() => checkGrid(grid), RangeError, text);
  });
}

grids('refuses a detached buffer', () => {
  const grid = buildGrid({ width: 2, height: 2 });
  checkGrid(grid);
  structuredClone(null, { transfer: [grid.buffer as ArrayBuffer] });
  refuses(
    () => checkGrid(grid),
    RangeError,
    'cost has 0 entries, expected 4 (is its buffer detached?)',
  );
});

graphs.run();
grids.run();
