// A crowd and an overlay, drawn by WebGL; the answer is what colours the picture has.
import { createCrowd } from '@wayfield/crowd';
import { shapesOfTriangulation } from '@wayfield/debug';
import { createNavMesh } from '@wayfield/navmesh';
import {
  AmbientLight,
  Color,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { createCrowdMesh, createDebugOverlay } from '@wayfield/three';

const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(400, 300);
document.body.append(renderer.domElement);
const scene = new Scene();
scene.background = new Color(0xffffff);
scene.add(new AmbientLight());
const camera = new OrthographicCamera(-20, 20, 15, -15);
camera.position.set(0, 50, 0);
camera.lookAt(0, 0, 0);

const navMesh = createNavMesh({
  boundary: [-18, -13, 18, -13, 18, 13, -18, 13],
  obstacles: [[-4, -4, 4, -4, 4, 4, -4, 4]],
});
const overlay = createDebugOverlay({ opacity: 1, triangleColour: 0x00ff00, lineColour: 0x000000 });
overlay.show(shapesOfTriangulation(navMesh.triangulation));
const crowd = createCrowd({}, { capacity: 100, defaults: { radius: 1 } });
for (let i = 0; i < 12; i++) crowd.add({ x: -14 + 2.5 * i, y: 8, preferredX: 1 });
crowd.step(0.1);
const drawn = createCrowdMesh(crowd, { material: new MeshBasicMaterial({ color: 0xff0000 }) });
drawn.update();
scene.add(overlay.object, drawn.mesh);
renderer.render(scene, camera);

const gl = renderer.getContext();
const pixels = new Uint8Array(4 * 400 * 300);
gl.readPixels(0, 0, 400, 300, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
const counts = { red: 0, green: 0, white: 0, black: 0 };
for (let i = 0; i < pixels.length; i += 4) {
  const [r, g, b] = pixels.subarray(i, i + 3);
  if (r > 200 && g > 200 && b > 200) counts.white++;
  else if (r > 200) counts.red++;
  else if (g > 200) counts.green++;
  else if (r + g + b < 60) counts.black++;
}
Object.assign(globalThis, { answer: counts });
