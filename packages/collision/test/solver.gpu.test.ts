import { refuses, sameArray } from '@wayfield/testing';
import { readBuffer } from '@wayfield/gpu-core';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addBody,
  type Bodies,
  BOX,
  buildBodies,
  CAPSULE,
  type ExploreQueries,
  QUERY,
  RAY,
  type SolverOptions,
} from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { createGpuCollisionSolver, type GpuTuning } from '../src/gpu/index.ts';
import { cellsHold } from './agree.ts';
import { makeMixture, makeScenes, makeTangents, withBoxes } from './gpu-scenes.ts';
import { createRandom } from './random.ts';
import { refusesLater } from './refuses-later.ts';

const device = await sharedDevice();

const GRIDS: NonNullable<SolverOptions['grid']>[] = ['single', 'multi'];

/** Pairs, candidates and sightings are those of the reference. */
async function samePairs(
  bodies: Bodies,
  what: string,
  grid: SolverOptions['grid'] = 'auto',
  tuning: GpuTuning = {},
): Promise<void> {
  const reference = createReferenceSolver(bodies);
  const solver = await createGpuCollisionSolver(device, bodies, {
    grid: grid ?? 'auto',
    tuning: { direct: 0, ...tuning },
  });
  for (const of of ['contacts', 'sightings'] as const) {
    const pairs = await solver.pairs({ canonical: true, of });
    sameArray(pairs.slots, reference.pairs({ of }).slots, `${what}: ${of}`);
    assert.equal([pairs.count, pairs.overflow], [pairs.total, false]);
    if (grid !== 'single' && !tuning.workgroupSize) {
      const candidates = await solver.candidates({ canonical: true, of });
      sameArray(candidates.slots, reference.candidates({ of }).slots, `${what}: bounds, ${of}`);
    }
    if (!bodies.kind.includes(QUERY)) break;
  }
  solver.destroy();
}

for (const dimensions of [2, 3] as const) {
  const pairs = suite(`pairs on the GPU in ${dimensions}D`);

  for (const { name, bodies, radius } of makeScenes(dimensions, 100, 21)) {
    pairs(`are those of the reference: ${name} (seed 21)`, async () => {
      for (const grid of GRIDS) await samePairs(bodies, `${name}, ${grid}`, grid);
    });

    pairs(`and so are neighbours: ${name} (seed 21)`, async () => {
      const reference = createReferenceSolver(bodies);
      const solver = await createGpuCollisionSolver(device, bodies);
      for (const request of [{ radius }, { k: 4 }]) {
        const lists = await solver.neighbours({ ...request, canonical: true });
        const expected = reference.neighbours(request);
        sameArray(lists.first, expected.first, `${name}: rows`);
        sameArray(lists.slots, expected.slots, `${name}: neighbours`);
      }
      solver.destroy();
    });
  }

  pairs('hold to the last bit where circles just touch (seed 22)', async () => {
    await samePairs(makeTangents(dimensions, 150, 22), 'tangents');
  });

  pairs('of all shapes, kinds, groups and masks are those of the reference (seed 23)', async () => {
    for (const grid of GRIDS) await samePairs(makeMixture(dimensions, 160, 23), 'mixture', grid);
    await samePairs(makeMixture(dimensions, 160, 24, true), 'circles of all kinds');
  });

  pairs('of few bodies need no grid (seeds 27 and 28)', async () => {
    const tuning = { direct: 1e6 };
    await samePairs(makeMixture(dimensions, 300, 27), 'mixture', 'auto', tuning);
    await samePairs(makeTangents(dimensions, 140, 28), 'tangents', 'auto', tuning);
    for (const count of [1, 128, 129, 257]) {
      await samePairs(makeScenes(dimensions, count, 28)[0].bodies, 'uniform', 'auto', tuning);
    }
  });

  pairs('do not depend on how work is split (seed 25)', async () => {
    const [{ bodies }] = makeScenes(dimensions, 200, 25);
    const crowd = makeScenes(dimensions, 100, 26).find(({ name }) => name === 'all equal')!.bodies;
    const tunings: GpuTuning[] = [
      { workgroupSize: 32, gather: 8, long: 5, heavyRuns: 7 },
      { long: 1, heavyRuns: 600 },
    ];
    for (const tuning of tunings) {
      await samePairs(bodies, 'uniform', 'auto', tuning);
      await samePairs(crowd, 'crowd', 'auto', tuning);
    }
  });
  pairs.run();
}

const lists = suite('lists on the GPU');

function randomQueries(
  dimensions: 2 | 3,
  count: number,
  side: number,
  seed: number,
): ExploreQueries {
  const next = createRandom(seed);
  const floats = (make: () => number) => Float32Array.from({ length: count }, make);
  const extent = () => (next() - 0.5) * side * next();
  return withBoxes({
    count,
    x: floats(() => next() * side * 1.4 - 0.2 * side),
    y: floats(() => next() * side * 1.4 - 0.2 * side),
    radius: floats(() => next() * side * 0.3 * next()),
    extentX: floats(extent),
    extentY: floats(extent),
    shape: Uint8Array.from({ length: count }, (_, i) => [0, BOX, CAPSULE, RAY][i % 4]),
    mask: Uint32Array.from({ length: count }, () => Math.floor(next() * 16)),
    self: Uint32Array.from({ length: count }, (_, i) => i),
    ...(dimensions === 3 ? { z: floats(() => next() * side), extentZ: floats(extent) } : {}),
  });
}

for (const dimensions of [2, 3] as const) {
  lists(`explore discs, boxes, capsules and rays in ${dimensions}D (seed 31)`, async () => {
    const side = dimensions === 2 ? 19 : 8;
    const queries = randomQueries(dimensions, 60, side, 31);
    const { shape: _, mask: __, ...discs } = queries;
    const shared: GpuTuning = { long: 1, many: 1, heavyRuns: 1 };
    // in 3D only `shared`, because kernels take long to compile
    const tunings = dimensions === 2 ? [{}, shared] : [shared];
    for (const tuning of tunings) {
      for (const plain of [false, true]) {
        const bodies = makeMixture(dimensions, 160, 32, plain);
        const reference = createReferenceSolver(bodies);
        const solver = await createGpuCollisionSolver(device, bodies, { tuning });
        const asked = plain ? discs : queries;
        const found = await solver.explore(asked, { canonical: true });
        const expected = reference.explore(asked);
        sameArray(found.first, expected.first, 'rows');
        sameArray(found.slots, expected.slots, 'found');
        assert.equal(found.total, expected.total);
        solver.destroy();
      }
    }
  });

  lists(
    `explore along rays and capsules through many cells in ${dimensions}D (seed 36)`,
    async () => {
      for (const name of [
        'uniform',
        'far from zero',
        'clusters far apart',
        'sizes over six decades',
      ]) {
        // with fewer bodies than 225 no area goes to a whole workgroup
        const { bodies } = makeScenes(dimensions, 240, 36).find((scene) => scene.name === name)!;
        const next = createRandom(37);
        // more than the 15 kinds: an axis left out, or none, and a ray or a capsule
        const count = 24;
        const [from, to] = [0, 1].map(() =>
          Array.from({ length: count }, () => Math.floor(next() * bodies.end)),
        );
        // from one body to another, some along an axis
        const axis = (values: Float32Array) => Float32Array.from(from, (i) => values[i]);
        const way = (values: Float32Array, skip: number) =>
          Float32Array.from(from, (i, k) => (k % 5 === skip ? 0 : values[to[k]] - values[i]));
        const queries: ExploreQueries = {
          count,
          x: axis(bodies.x),
          y: axis(bodies.y),
          extentX: way(bodies.x, 0),
          extentY: way(bodies.y, 1),
          ...(bodies.z ? { z: axis(bodies.z), extentZ: way(bodies.z, 2) } : {}),
          radius: Float32Array.from(from, () => next() * 0.2),
          shape: Uint8Array.from(from, (_, k) => (k % 3 === 0 ? CAPSULE : RAY)),
        };
        const solver = await createGpuCollisionSolver(device, bodies, {
          tuning: { keysPerBody: 8 },
        });
        const found = await solver.explore(queries, { canonical: true });
        const expected = createReferenceSolver(bodies).explore(queries);
        sameArray(found.first, expected.first, `${name}: rows`);
        sameArray(found.slots, expected.slots, `${name}: found`);
        assert.ok(found.total > count);
        solver.destroy();
      }
    },
  );

  lists(`see neighbours of all kinds, through masks, in ${dimensions}D (seed 34)`, async () => {
    const bodies = makeMixture(dimensions, 150, 34);
    const reference = createReferenceSolver(bodies);
    for (const tuning of dimensions === 2 ? [{ long: 1, heavyRuns: 2 }] : [{}]) {
      const solver = await createGpuCollisionSolver(device, bodies, { tuning });
      for (const request of [{ radius: 1.5 }, { k: 3 }, { k: 40, radius: 2 }]) {
        const found = await solver.neighbours({ ...request, canonical: true });
        const expected = reference.neighbours(request);
        sameArray(found.first, expected.first, 'rows');
        sameArray(found.slots, expected.slots, 'neighbours');
      }
      solver.destroy();
    }
  });
}

lists('look for more neighbours than there are (seed 35)', async () => {
  const [{ bodies }] = makeScenes(2, 20, 35);
  const solver = await createGpuCollisionSolver(device, bodies);
  const found = await solver.neighbours({ k: 1024 });
  const expected = createReferenceSolver(bodies).neighbours({ k: 1024 });
  sameArray(found.first, expected.first);
  sameArray(found.slots, expected.slots);
  solver.destroy();
});
lists('give the cells of one grid or of several levels (seed 8)', async () => {
  const random = createRandom(8);
  const [x, y] = [0, 0].map(() => Float32Array.from({ length: 800 }, () => random() * 40));
  const bodies = buildBodies({ x, y, radius: x.map(() => 0.02 / (1 - 0.999 * random())) });
  for (const grid of ['single', 'multi'] as const) {
    const solver = await createGpuCollisionSolver(device, bodies, { grid, tuning: { direct: 0 } });
    await solver.pairs();
    const levels = await solver.cells();
    assert.is(levels.length > 1, grid === 'multi');
    cellsHold(levels, bodies);
    solver.destroy();
  }
});

lists.run();

const limits = suite('limits on the GPU');

limits('compile() compiles all that frames need, with a grid and without', async () => {
  const next = createRandom(3);
  const [x, y] = [0, 0].map(() => Float32Array.from({ length: 700 }, () => next() * 30));
  for (const direct of [0, 1000]) {
    // a size that no other test has, so that nothing is known yet
    const tuning = { direct, workgroupSize: 64, gather: 200 };
    const bodies = buildBodies({ x, y, radius: 0.4 });
    const compiled: string[] = [];
    const { createComputePipeline } = device;
    device.createComputePipeline = (descriptor) => {
      compiled.push(descriptor.label ?? '');
      return createComputePipeline.call(device, descriptor);
    };
    const solver = await createGpuCollisionSolver(device, bodies, { tuning });
    await solver.compile();
    const encoder = device.createCommandEncoder();
    const { count } = solver.encodePairs(encoder, { capacity: 2000 });
    device.createComputePipeline = createComputePipeline;
    device.queue.submit([encoder.finish()]);
    assert.equal(compiled, []);
    const [found] = await readBuffer(device, count, new Uint32Array(1));
    assert.is(found, createReferenceSolver(bodies).pairs().count);
    solver.destroy();
  }
});

limits('no body, one body', async () => {
  const bodies = buildBodies({ capacity: 2 });
  const solver = await createGpuCollisionSolver(device, bodies);
  const queries = { count: 1, x: new Float32Array(1), y: new Float32Array(1) };
  for (const rows of [0, 1]) {
    assert.is((await solver.pairs()).total, 0);
    assert.is((await solver.pairs({ canonical: true, of: 'sightings' })).total, 0);
    sameArray((await solver.neighbours({ radius: 1 })).first, new Uint32Array(rows + 1));
    sameArray((await solver.neighbours({ k: 2 })).first, new Uint32Array(rows + 1));
    sameArray((await solver.explore(queries)).first, [0, rows]);
    assert.is((await solver.explore({ ...queries, count: 0 })).total, 0);
    assert.is((await solver.contacts()).began.length, 0);
    addBody(bodies, { x: 0, y: 0, radius: 1 });
    await solver.update();
  }
  solver.destroy();
});

limits('what does not fit is counted, and room grows within the capacity', async () => {
  const crowd = buildBodies({ x: new Float32Array(90), radius: 1 });
  const solver = await createGpuCollisionSolver(device, crowd);
  const few = await solver.pairs({ capacity: 10 });
  assert.equal([few.count, few.total, few.overflow, few.slots.length], [10, 4005, true, 20]);
  const all = await solver.pairs({ canonical: true });
  assert.equal([all.count, all.total, all.overflow], [4005, 4005, false]);
  sameArray(all.slots, createReferenceSolver(crowd).pairs().slots);
  const lost = await solver.neighbours({ radius: 1, capacity: 8009 });
  assert.equal([lost.total, lost.overflow, lost.slots.length], [8010, true, 0]);
  sameArray(
    lost.first,
    Uint32Array.from({ length: 91 }, (_, i) => 89 * i),
  );
  assert.is((await solver.neighbours({ radius: 1, capacity: 8010 })).slots.length, 8010);
  assert.is((await solver.neighbours({ k: 2, capacity: 179 })).overflow, true);
  const tuning = { workgroupSize: 100 };
  const odd = createGpuCollisionSolver(device, crowd, { tuning });
  await refusesLater(odd, RangeError, /workgroupSize is 100/);
  await refusesLater(solver.pairs({ capacity: -1 }), RangeError, /capacity is -1/);
  await refusesLater(solver.neighbours({}), RangeError, /needs a radius/);
  await refusesLater(solver.neighbours({ radius: NaN }), RangeError, /radius is NaN/);
  solver.destroy();
  await refusesLater(solver.pairs(), Error, /destroyed/);
});

limits(
  'a device with the default limits and no features is enough; arrays may be shared',
  async () => {
    const plain = await sharedDevice({ limits: 'default', features: [] });
    const next = createRandom(43);
    const bodies = buildBodies({ capacity: 80, shared: true });
    for (let i = 0; i < 70; i++) addBody(bodies, { x: next() * 9, y: next() * 9, radius: 0.5 });
    const solver = await createGpuCollisionSolver(plain, bodies);
    const reference = createReferenceSolver(bodies);
    const asked = { ...randomQueries(2, 10, 9, 44), shape: new Uint8Array(10) };
    sameArray((await solver.pairs({ canonical: true })).slots, reference.pairs().slots);
    sameArray(
      (await solver.explore(asked, { canonical: true })).slots,
      reference.explore(asked).slots,
    );
    sameArray((await solver.neighbours({ k: 3 })).slots, reference.neighbours({ k: 3 }).slots);
    sameArray((await solver.contacts()).began, reference.contacts().began);
    solver.destroy();
  },
);

limits('an answer that no buffer can hold rejects, and a later smaller one comes', async () => {
  const plain = await sharedDevice({ limits: 'default', features: [] });
  // 18 M pairs of 8 bytes: more than the 128 MiB of one binding
  const bodies = buildBodies({ x: new Float32Array(6000), radius: 0.25 });
  const solver = await createGpuCollisionSolver(plain, bodies);
  await refusesLater(solver.pairs(), RangeError, /pairs needs 1\d\d,\d+,\d+ bytes/);
  await refusesLater(solver.neighbours({ radius: 1 }), RangeError, /entries needs .* bytes/);
  bodies.x.forEach((_, i) => (bodies.x[i] = i));
  bodies.x[1] = 0;
  await solver.update();
  sameArray((await solver.pairs()).slots, [0, 1]);
  assert.is((await solver.neighbours({ radius: 0.5 })).slots.length, 2);
  solver.destroy();
});

limits(
  'ticks that stay on the GPU take positions from the buffer and leave pairs in one',
  async () => {
    const bodies = buildBodies({ x: new Float32Array([0, 1, 5]), radius: 0.5 });
    const solver = await createGpuCollisionSolver(device, bodies);
    const { buffer, offset } = solver.resident;
    device.queue.writeBuffer(buffer, offset.x! + 8, new Float32Array([1.5]));
    const encoder = device.createCommandEncoder();
    const { pairs, count } = solver.encodePairs(encoder, { capacity: 8 });
    device.queue.submit([encoder.finish()]);
    sameArray(await readBuffer(device, count, new Uint32Array(1)), [2]);
    const found = await readBuffer(device, pairs, new Uint32Array(4));
    sameArray(found[0] === 0 ? found : [...found.slice(2), ...found.slice(0, 2)], [0, 1, 1, 2]);
    const again = device.createCommandEncoder();
    const resident = solver.encodeNeighbours(again, { radius: 0.5, capacity: 8 });
    device.queue.submit([again.finish()]);
    sameArray(await readBuffer(device, resident.first, new Uint32Array(4)), [0, 0, 1, 2]);
    sameArray(await readBuffer(device, resident.slots, new Uint32Array(2)), [2, 1]);
    solver.destroy();
  },
);

limits('resident lists are whole if the list of long runs is full (seed 47)', async () => {
  const [{ bodies }] = makeScenes(2, 90, 47);
  const radius = 3;
  const tuning = { long: 1, many: 2, heavyRuns: 5 };
  const solver = await createGpuCollisionSolver(device, bodies, { tuning });
  const expected = createReferenceSolver(bodies).neighbours({ radius });
  const encoder = device.createCommandEncoder();
  const capacity = expected.total;
  const { first, slots } = solver.encodeNeighbours(encoder, { radius, capacity });
  device.queue.submit([encoder.finish()]);
  const rows = await readBuffer(device, first, new Uint32Array(91));
  sameArray(rows, expected.first);
  const entries = await readBuffer(device, slots, new Uint32Array(expected.total));
  for (let i = 0; i < 90; i++) entries.subarray(rows[i], rows[i + 1]).sort();
  sameArray(entries, expected.slots);
  solver.destroy();
});

limits('nothing is recorded or compiled after destroy', async () => {
  const bodies = buildBodies({ x: new Float32Array([0, 1, 5]), radius: 0.5 });
  const solver = await createGpuCollisionSolver(device, bodies);
  solver.destroy();
  const encoder = device.createCommandEncoder();
  const gone = /was destroyed/;
  refuses(() => solver.encodePairs(encoder, { capacity: 8 }), Error, gone);
  refuses(() => solver.encodeNeighbours(encoder, { radius: 1, capacity: 8 }), Error, gone);
  for (const late of [solver.compile(), solver.cells(), solver.update(), solver.pairs()]) {
    await refusesLater(late, Error, gone);
  }
});

limits('memoryBytes counts every buffer', async () => {
  const { createBuffer } = device;
  const made = new Set<GPUBuffer>();
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer.call(device, descriptor);
    made.add(buffer);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      made.delete(buffer);
      destroy();
    };
    return buffer;
  };
  try {
    const [{ bodies }] = makeScenes(2, 60, 48);
    const tuning = { direct: 0, hostChecks: 0 };
    const solver = await createGpuCollisionSolver(device, bodies, { tuning });
    await solver.contacts();
    await solver.neighbours({ radius: 1, canonical: true });
    await solver.neighbours({ k: 2 });
    await solver.explore({ count: 1, x: Float32Array.of(0), y: Float32Array.of(0) });
    const total = [...made].reduce((sum, { size }) => sum + size, 0);
    assert.is(solver.memoryBytes, total);
    solver.destroy();
    assert.is(made.size, 0);
  } finally {
    device.createBuffer = createBuffer;
  }
});

limits.run();
