import type { Samples } from '@wayfield/testing';

/** An area for the explores of environments. */
export const areas = {
  x: 0,
  y: 0,
  z: 0,
  radius: 1,
  extentX: 0,
  extentY: 0,
  extentZ: 0,
  shape: 0,
  mask: 1,
};
export const areaFields = ['z', 'radius', 'extentX', 'extentY', 'extentZ', 'shape', 'mask'];

export const queries = (): { readonly count: number } & Record<string, unknown> => ({
  count: 1,
  x: new Float32Array(1),
  y: new Float32Array(1),
  radius: new Float32Array(1),
  extentX: new Float32Array(1),
  extentY: new Float32Array(1),
  shape: new Uint8Array(1),
  mask: new Uint32Array(1),
  self: new Uint32Array(1),
});

export const resultOptions = (): { canonical: boolean; capacity: number } => ({
  canonical: true,
  capacity: 9,
});
const pairsOptions = (): object => ({ ...resultOptions(), of: 'sightings', fixed: false });

/** Sample calls of the methods of every collision solver. */
export const methods: Samples = {
  pairs: { args: () => ({ options: pairsOptions() }) },
  candidates: { args: () => ({ options: pairsOptions() }) },
  neighbours: {
    args: () => ({ options: { ...resultOptions(), radius: 1, k: 2 } }),
    // of none: neighbours needs a radius, a k or both
    named: { options: 'neighbours' },
  },
  explore: {
    args: () => ({ queries: queries(), options: resultOptions() }),
    optional: ['radius', 'extentX', 'extentY', 'shape', 'mask', 'self'].map((f) => `queries.${f}`),
    // what is missing of an empty object is named; more queries than the arrays have
    named: { queries: '(queries|count)', 'queries.count': '(count|queries)' },
  },
  contacts: { args: () => ({ options: { fixed: true } }) },
};

/** Of solvers whose answers come later. */
export const asyncMethods: Samples = {
  ...methods,
  update: 'no arguments',
  destroy: 'no arguments',
};
