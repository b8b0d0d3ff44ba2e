// 2,000 agents of two groups walk through each other: one instanced mesh of three.js.
import { createCrowd } from '@wayfield/crowd';
import { createFixedStep } from '@wayfield/crowd/fixed-step';
import { createCrowdMesh } from '@wayfield/three';
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  WebGLRenderer,
} from 'three';

const count = 2000;
const crowd = createCrowd({}, { capacity: count, defaults: { radius: 0.25 } });
for (let k = 0; k < count; k++) {
  const side = k % 2 === 0 ? -1 : 1;
  const [column, row] = [Math.floor(k / 80), Math.floor(k / 2) % 40];
  crowd.add({
    x: side * (2 + 0.8 * column),
    y: 0.8 * (row - 20) + 0.1 * side,
    preferredX: -1.3 * side,
  });
}
const steps = createFixedStep(crowd, { step: 1 / 30, mostSteps: 2 });

const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.getElementById('root').append(renderer.domElement);
const scene = new Scene();
scene.background = new Color(0xdfe8ee);
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(5, 20, 10);
const floor = new Mesh(new PlaneGeometry(90, 50), new MeshLambertMaterial({ color: 0xd8d2c0 }));
floor.rotation.x = -Math.PI / 2;
const drawn = createCrowdMesh(crowd, { material: new MeshLambertMaterial() });
for (let k = 0; k < count; k++)
  drawn.mesh.setColorAt(k, new Color(k % 2 === 0 ? 0xd1570a : 0x0b63b5));
scene.add(sun, new AmbientLight(0xffffff, 1), floor, drawn.mesh);
const camera = new PerspectiveCamera(50, innerWidth / innerHeight, 0.1, 200);
camera.position.set(0, 22, 26);
camera.lookAt(0, 0, 2);

let last = performance.now();
renderer.setAnimationLoop((now) => {
  steps.advance(Math.max(0, now - last) / 1000);
  last = now;
  const instances = drawn.update(steps);
  renderer.render(scene, camera);
  Object.assign(globalThis, { example: { instances, tick: crowd.tick } });
});
