import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { convexScene, deepest } from '@wayfield/bench/internal/meshes/measure/convex-scene';
import { MESH_FINDERS } from '../src/meshes/peers/programs.ts';
import { visibilityLengths } from '../src/meshes/peers/visibility.ts';
import { packageVersion } from '@wayfield/bench/internal/report/machine';

/** Voxels leave out what is near a wall, or take it for free. */
const OFF = 0.03;

const finders = suite('programs for navigation meshes');

finders(
  'find paths in a scene that are no shorter than those of a graph of all corners',
  async () => {
    const scene = convexScene(3, 7, 12);
    const shortest = visibilityLengths(scene, 12);
    let asked = 0;
    for (const { name, packages, prepare } of MESH_FINDERS) {
      if (packages.some((each) => packageVersion(each) === undefined)) continue;
      asked++;
      const mesh = (await prepare(scene)).build();
      const exact = name.startsWith('wayfield');
      scene.queries.forEach((query, i) => {
        const path = mesh.path(mesh.find(...query) as never);
        let length = 0;
        for (let k = 0; k + 3 < path.length; k += 2)
          length += Math.hypot(path[k + 2] - path[k], path[k + 3] - path[k + 1]);
        const ratio = length / shortest[i];
        const said = `${name}, query ${i}: ${ratio} times the shortest`;
        if (exact) assert.ok(Math.abs(ratio - 1) < 1e-9, said);
        else assert.ok(ratio > 1 - OFF && ratio < 4, said);
        if (exact) assert.ok(deepest(scene, path) < 1e-9, said);
      });
      mesh.destroy();
    }
    assert.ok(asked >= 2);
  },
);

finders.run();

const scenes = suite('deepest');

scenes('tells how deep a path goes into an obstacle', () => {
  const square = [4, 4, 12, 4, 12, 12, 4, 12];
  const scene = { ...convexScene(1, 1, 0), near: () => [square] };
  assert.is(deepest(scene, [0, 0, 16, 0]), 0);
  assert.ok(Math.abs(deepest(scene, [0, 5, 16, 5]) - 1) < 1e-6);
  assert.ok(Math.abs(deepest(scene, [0, 0, 16, 16]) - 4) < 1e-6);
  // past a corner, which may be touched
  assert.ok(Math.abs(deepest(scene, [2, 6, 6, 2]) - 0) < 1e-6);
});

scenes.run();
