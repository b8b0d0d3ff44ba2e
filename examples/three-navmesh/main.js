// A navigation mesh of a scene of three.js: floors become ground, crates become holes, and a path
// is found from where you click to the red cone.
import { shapesOfPointRoutes, shapesOfTriangulation } from '@wayfield/debug';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { createDebugOverlay } from '@wayfield/three';
import { footprintOf, groundOf } from '@wayfield/three/navmesh';
import {
  AmbientLight,
  BoxGeometry,
  Color,
  ConeGeometry,
  DirectionalLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Scene,
  Vector2,
  WebGLRenderer,
} from 'three';

const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.getElementById('root').append(renderer.domElement);
const scene = new Scene();
scene.background = new Color(0xdfe8ee);
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(5, 20, 10);
scene.add(sun, new AmbientLight(0xffffff, 1));
const camera = new PerspectiveCamera(50, innerWidth / innerHeight, 0.1, 200);
camera.position.set(0, 26, 24);
camera.lookAt(0, 0, 2);

const solid = (geometry, colour, x, y, z) => {
  const mesh = new Mesh(geometry, new MeshLambertMaterial({ color: colour }));
  mesh.position.set(x, y, z);
  scene.add(mesh);
  return mesh;
};
const floor = solid(new PlaneGeometry(40, 24), 0xcfc7b0, 0, 0, 0);
floor.rotation.x = -Math.PI / 2;
const crates = [
  [-10, 2, 3, 12],
  [0, -6, 3, 11],
  [9, 3, 4, 10],
  [3, 6, 2, 4],
].map(([x, z, w, d], k) => {
  const crate = solid(new BoxGeometry(w, 2, d), 0x8a6f4d, x, 1, z);
  crate.rotation.y = 0.3 * k;
  return crate;
});
const goal = solid(new ConeGeometry(0.6, 2, 16), 0xc8372d, 17, 1, -8);

const navMesh = createNavMesh({
  ...groundOf([floor]).input,
  obstacles: crates.map((one) => footprintOf(one)),
});
const solver = createPolyanya(navMesh);
const mesh = createDebugOverlay({ height: 0.03 });
const path = createDebugOverlay({ height: 0.2, lineColour: 0xc8372d });
mesh.show(shapesOfTriangulation(navMesh.triangulation));
scene.add(mesh.object, path.object);

function go(x, z) {
  const routes = solver.run(buildPointQueries([[x, z, goal.position.x, goal.position.z]]), {
    nearest: 'both',
  });
  path.show(shapesOfPointRoutes(routes));
  renderer.render(scene, camera);
  Object.assign(globalThis, {
    example: { cost: routes.cost[0], calls: renderer.info.render.calls },
  });
}
renderer.domElement.addEventListener('click', ({ offsetX, offsetY }) => {
  const at = new Vector2((2 * offsetX) / innerWidth - 1, 1 - (2 * offsetY) / innerHeight);
  const ray = new Raycaster();
  ray.setFromCamera(at, camera);
  const [hit] = ray.intersectObject(floor);
  if (hit) go(hit.point.x, hit.point.z);
});
go(-18, 9);
