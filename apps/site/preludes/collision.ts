import { buildBodies } from '@wayfield/collision';
import { addOrientedBody, buildOrientedBodies, buildShapes } from '@wayfield/collision/oriented';
import { requestDevice } from '@wayfield/gpu-core/node';
// two of three circles touch
const bodies = buildBodies({
  x: new Float32Array([0, 1, 9]),
  y: new Float32Array([0, 1, 9]),
  radius: 1,
});
// two boxes that touch, one of them turned
const world = buildOrientedBodies(buildShapes(2, [{ half: [2, 1] }]));
addOrientedBody(world, { x: 0, y: 0, angle: 0 });
addOrientedBody(world, { x: 2, y: 2, angle: Math.PI / 4 });
const device = await requestDevice();
