import { createCrowd } from '@wayfield/crowd';
import { createFixedStep } from '@wayfield/crowd/fixed-step';
import { shapesOfMesh, shapesOfPath } from '@wayfield/debug';
import { buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { refuses } from '@wayfield/testing';
import {
  BoxGeometry,
  BufferGeometry,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  Vector3,
} from 'three';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowdMesh, createDebugOverlay } from '@wayfield/three';
import { footprintOf, groundOf } from '@wayfield/three/navmesh';

const test = suite('three');

const close = (got: Vector3, x: number, y: number, z: number): void =>
  assert.ok(
    got.distanceTo(new Vector3(x, y, z)) < 1e-5,
    `${got.toArray()} is not ${x}, ${y}, ${z}`,
  );

for (const up of ['y', 'z'] as const) {
  test(`instances stand where agents are and look where they go, height ${up}`, () => {
    const crowd = createCrowd({}, { capacity: 8, defaults: { radius: 0.5 } });
    const gone = crowd.add({ x: 0, y: 0 });
    crowd.add({ x: 2, y: 3, preferredX: 0.6, preferredY: 0.8 });
    crowd.remove(gone);
    crowd.step(0.25);
    const drawn = createCrowdMesh(crowd, { up, heightAt: (x) => 10 * x });
    assert.is(drawn.update(), 1);
    assert.is(drawn.mesh.count, 1);
    assert.is(drawn.slots[0], 1);
    const short = { ...createFixedStep(crowd), x: new Float32Array(1) };
    refuses(() => drawn.update(short), RangeError, /^entries of columns is 1, expected at least/);
    const matrix = new Matrix4();
    drawn.mesh.getMatrixAt(0, matrix);
    assert.ok(matrix.determinant() > 0, 'no mirror');
    const place = (x: number, y: number, h: number): [number, number, number] =>
      up === 'y' ? [x, h, y] : [x, y, h];
    const [x, y] = [crowd.x[1], crowd.y[1]];
    close(new Vector3(0, 0, 0).applyMatrix4(matrix), ...place(x, y, 10 * x));
    // one unit ahead, of a radius of 0.5
    close(new Vector3(1, 0, 0).applyMatrix4(matrix), ...place(x + 0.3, y + 0.4, 10 * x));
    close(new Vector3(0, 1, 0).applyMatrix4(matrix), ...place(x, y, 10 * x + 0.5));
    drawn.dispose();
    crowd.destroy();
  });
}

test('a ray hits an agent, also after it has moved', () => {
  const crowd = createCrowd({}, { capacity: 4, defaults: { radius: 0.5, maxSpeed: 2 } });
  crowd.add({ x: 50, y: 0 });
  crowd.add({ x: 0, y: 0, preferredX: 2 });
  const drawn = createCrowdMesh(crowd, { geometry: new BoxGeometry(2, 2, 2) });
  const hit = (x: number): number | undefined => {
    drawn.mesh.updateMatrixWorld();
    const ray = new Raycaster(new Vector3(x, 9, 0), new Vector3(0, -1, 0));
    const id = ray.intersectObject(drawn.mesh)[0]?.instanceId;
    return id === undefined ? undefined : drawn.slots[id];
  };
  drawn.update();
  assert.is(hit(0), 1);
  for (let tick = 0; tick < 120; tick++) crowd.step(1 / 30);
  drawn.update();
  assert.is(hit(0), undefined);
  assert.is(hit(crowd.x[1]), 1);
  crowd.destroy();
});

test('positions between ticks come from a fixed step', () => {
  const crowd = createCrowd({}, { capacity: 1 });
  crowd.add({ x: 0, y: 0, preferredX: 1 });
  const steps = createFixedStep(crowd, { step: 0.1 });
  steps.advance(0.25);
  const drawn = createCrowdMesh(crowd);
  drawn.update(steps);
  const matrix = new Matrix4();
  drawn.mesh.getMatrixAt(0, matrix);
  assert.ok(Math.abs(matrix.elements[12] - steps.x[0]) < 1e-6);
  assert.ok(steps.x[0] < crowd.x[0]);
  crowd.destroy();
});

test('shapes become lines and triangles with colours', () => {
  const overlay = createDebugOverlay({ height: 0.5, colourOf: (p) => (p === 0 ? 0xff0000 : 255) });
  const mesh = buildPolygonMesh(
    createNavMesh({ boundary: [0, 0, 4, 0, 4, 2, 0, 2] }).triangulation,
  );
  const shapes = shapesOfMesh(mesh);
  overlay.show(shapes);
  const [triangles, lines] = overlay.object.children as [Mesh, Mesh];
  assert.is(triangles.geometry.getAttribute('position').count, 3 * shapes.triangleOf.length);
  assert.is(lines.geometry.getAttribute('position').count, 2 * shapes.lineOf.length);
  assert.equal([...triangles.geometry.getAttribute('color').array].slice(0, 3), [1, 0, 0]);
  assert.ok(lines.geometry.getAttribute('position').getY(0) > 0.5);
  overlay.show(shapesOfPath([0, 0, 1, 1]));
  assert.is(triangles.visible, false);
  assert.is(lines.geometry.getAttribute('position').count, 2);
  overlay.dispose();
});

test('the ground of a scene: floor and ramp, no walls, no ceiling; holes of crates', () => {
  const material = new MeshBasicMaterial();
  const floor = new Mesh(new PlaneGeometry(20, 10, 4, 2), material);
  floor.rotation.x = -Math.PI / 2;
  const ceiling = new Mesh(new PlaneGeometry(20, 10), material);
  ceiling.rotation.x = Math.PI / 2;
  ceiling.position.y = 3;
  const wall = new Mesh(new PlaneGeometry(20, 3), material);
  const crate = new Mesh(new BoxGeometry(2, 1, 1), material);
  crate.position.set(5, 0.5, 2);
  crate.rotation.y = Math.PI / 2;
  const { input, faces, steepFaces } = groundOf([floor, ceiling, wall]);
  assert.is(faces, 16 + 2 + 2);
  assert.is(steepFaces, 4);
  const ring = footprintOf(crate);
  assert.is(ring.length, 8);
  const area = (navMesh: ReturnType<typeof createNavMesh>): number => {
    const { triangles } = shapesOfMesh(buildPolygonMesh(navMesh.triangulation));
    let sum = 0;
    for (let i = 0; i < triangles.length; i += 6) {
      const [ax, ay, bx, by, cx, cy] = triangles.subarray(i, i + 6);
      sum += ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
    }
    return sum;
  };
  const navMesh = createNavMesh(input);
  assert.ok(Math.abs(area(navMesh) - 200) < 1e-3);
  navMesh.add(ring);
  assert.ok(Math.abs(area(navMesh) - 198) < 1e-3);
  refuses(() => groundOf([wall]), RangeError, /no ground/);
  refuses(() => footprintOf(wall), RangeError, /covers no ground/);
});

test('a mirrored object is ground as it is without the mirror', () => {
  for (const geometry of [new PlaneGeometry(4, 2), new PlaneGeometry(4, 2).toNonIndexed()]) {
    const floor = new Mesh(geometry, new MeshBasicMaterial());
    floor.rotation.x = -Math.PI / 2;
    floor.scale.x = -1;
    assert.equal([groundOf([floor]).faces, groundOf([floor]).steepFaces], [2, 0]);
    // two mirrors are a turn: the face looks down
    floor.scale.z = -1;
    refuses(() => groundOf([floor]), RangeError, /no ground/);
  }
});

test('a geometry without positions is refused by its name', () => {
  const empty = new Mesh(new BufferGeometry());
  const expected = /^geometries\[0\] is a BufferGeometry, expected .* with positions/;
  refuses(() => groundOf([new BufferGeometry()]), TypeError, expected);
  refuses(() => groundOf([empty]), TypeError, /^geometries\[0\] is a Mesh, expected .* positions/);
  refuses(() => footprintOf(empty), TypeError, /^object is a Mesh, expected .* with positions/);
});

test.run();
