// The worlds of the Klaffenböck study: the reduction of each has something to decide.
import { createStudySearch } from '@wayfield/navmesh/study';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fillBuckets } from '../src/meshes/study/queries.ts';
import { oneOf } from '../src/meshes/study/judge.ts';
import { buildWorld, WORLD_NAMES } from '../src/meshes/study/worlds.ts';

const worlds = suite('worlds of the triangulation study');

for (const name of WORLD_NAMES)
  worlds(`${name} has corridors and decision points at every size, seeds 1 to 5`, () => {
    for (const effort of ['tiny', 'quick'] as const) {
      for (const seed of [1, 2, 3, 4, 5]) {
        const { reduction } = buildWorld(name, effort, seed);
        const { nodeCount, corridorCount } = reduction;
        assert.ok(nodeCount > 0 && corridorCount > 0, `${effort}, seed ${seed}: ${nodeCount}`);
      }
    }
  });

for (const name of WORLD_NAMES)
  worlds(`${name}: in every category of path length a search decides, seed 1`, () => {
    const world = buildWorld(name, 'quick', 1);
    const [intervals, tenths] = [50, 10];
    const { queries, bucket } = fillBuckets(world, intervals, 4, 1);
    const search = createStudySearch(world.mesh, { algorithm: 'tra*', reduction: world.reduction });
    const deciding = new Uint32Array(tenths);
    for (let i = 0; i < queries.count; i++) {
      const { sourceX: x, sourceY: y, targetX, targetY } = oneOf(queries, i);
      const query = search.search(x[0], y[0], targetX[0], targetY[0]);
      query.improve();
      if (query.queued > 0) deciding[Math.floor((tenths * bucket[i]) / intervals)]++;
    }
    search.destroy();
    assert.ok(
      deciding.every((count) => count > 0),
      deciding.join(),
    );
  });

worlds('preparation of merged polygons includes the triangulation and the merging, seed 1', () => {
  const { buildMs, mergedMs } = buildWorld('forest', 'quick', 1);
  assert.ok(buildMs > 0 && mergedMs > 0, `${buildMs}, ${mergedMs}`);
});

worlds.run();
