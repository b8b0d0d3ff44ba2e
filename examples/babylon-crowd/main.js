// A crowd in Babylon.js: thin instances, whose matrices are written from the columns of the crowd.
import { Engine } from '@babylonjs/core/Engines/engine';
import { Scene } from '@babylonjs/core/scene';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder';
import { CreateCapsule } from '@babylonjs/core/Meshes/Builders/capsuleBuilder';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color';
import { Vector3 } from '@babylonjs/core/Maths/math.vector';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial';
import '@babylonjs/core/Meshes/thinInstanceMesh';
import { createCrowd } from '@wayfield/crowd';
import { wallsOfPolygons } from '@wayfield/crowd/walls';

const count = 600;
const walls = wallsOfPolygons([
  [-1, -9, 1, -9, 1, -2, -1, -2],
  [-1, 2, 1, 2, 1, 9, -1, 9],
]);
const crowd = createCrowd({ walls }, { capacity: count });
for (let k = 0; k < count; k++)
  crowd.add({ x: -3 - 0.7 * Math.floor(k / 24), y: 0.7 * ((k % 24) - 12) });

const canvas = document.querySelector('canvas');
const engine = new Engine(canvas, true, { audioEngine: false });
const scene = new Scene(engine);
scene.clearColor = new Color4(0.87, 0.91, 0.93, 1);
new ArcRotateCamera('camera', -1.2, 0.8, 34, Vector3.Zero(), scene).attachControl(canvas);
new HemisphericLight('light', new Vector3(0.3, 1, 0.2), scene);
CreateGround('ground', { width: 60, height: 24 }, scene).material = coat(0.62, 0.66, 0.58);
for (const z of [-5.5, 5.5]) {
  const wall = CreateBox('wall', { width: 2, height: 2, depth: 7 }, scene);
  wall.position.set(0, 1, z);
  wall.material = coat(0.4, 0.45, 0.52);
}
const agent = CreateCapsule('agent', { height: 1.7, radius: 0.25, tessellation: 8 }, scene);
agent.material = coat(0.78, 0.25, 0.18);
const matrices = new Float32Array(16 * count);
agent.thinInstanceSetBuffer('matrix', matrices, 16, false);

engine.runRenderLoop(() => {
  for (let slot = 0; slot < count; slot++) {
    // through the gap, then straight on
    const [x, y] = [crowd.x[slot], crowd.y[slot]];
    const [dx, dy] = x < 0.5 ? [1.5 - x, -y] : [1, 0];
    const far = Math.hypot(dx, dy);
    crowd.preferredX[slot] = (1.4 * dx) / far;
    crowd.preferredY[slot] = (1.4 * dy) / far;
    matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.85, y, 1], 16 * slot);
  }
  crowd.step(1 / 30);
  agent.thinInstanceBufferUpdated('matrix');
  scene.render();
  Object.assign(globalThis, { example: { tick: crowd.tick, instances: agent.thinInstanceCount } });
});

function coat(red, green, blue) {
  const material = new StandardMaterial('coat', scene);
  material.diffuseColor = new Color3(red, green, blue);
  material.specularColor = Color3.Black();
  return material;
}
