import { createCrowd } from '@wayfield/crowd';
import { createFixedStep } from '@wayfield/crowd/fixed-step';
import { createNavMesh } from '@wayfield/navmesh';
import {
  BoxGeometry,
  Clock,
  Mesh,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  WebGLRenderer,
} from 'three';
const renderer = new WebGLRenderer({ canvas: document.querySelector('canvas')! });
const scene = new Scene();
const camera = new PerspectiveCamera();
const clock = new Clock();
const floor = new Mesh(new PlaneGeometry(20, 10).rotateX(-Math.PI / 2));
const ramp = new Mesh(new PlaneGeometry(4, 4).rotateX(-Math.PI / 2).rotateZ(0.2));
ramp.position.set(11.96, 0.4, 0);
ramp.updateMatrixWorld();
const crate = new Mesh(new BoxGeometry(2, 2, 2));
const terrain = (x: number, z: number) => 0.1 * Math.sin(x + z);
const walls = undefined;
const crowd = createCrowd({}, { capacity: 100 });
crowd.add({ x: 1, y: 1, preferredX: 1 });
const navMesh = createNavMesh({ boundary: [-10, -5, 10, -5, 10, 5, -10, 5] });
