// The scene as the study shows it: a floor, crates, and coloured agents, in 3-D by three.js.
import {
  AmbientLight,
  BoxGeometry,
  Color,
  DirectionalLight,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  RingGeometry,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { AgentScenario } from '@wayfield/graph/formats';
import { element } from '../../common/element.ts';
import { COLOURS } from './worlds.ts';

/** Most milliseconds in which agents walk from cell to cell. */
const LONGEST_STEP = 300;
/** With more agents than this, their shapes are simpler, and goals are not shown. */
const FEW = 3000;
const TURN = Math.PI / 16;
const ZOOM = 1.2;

export interface AgentView {
  readonly root: HTMLElement;
  moved(cell: Uint32Array): void;
  /** True if the view uses the key. */
  key(key: string): boolean;
  /** Red, green, blue of the picture's pixels, for tests. */
  pixels(): { readonly width: number; readonly data: Uint8Array };
  destroy(): void;
}

export function createAgentView(scenario: AgentScenario): AgentView {
  const { width, height } = scenario.grid;
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  const canvas = renderer.domElement;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'The world in 3-D. Arrow keys turn it, plus and minus zoom.');
  const root = element('div', { class: 'view-3d' }, canvas);
  // a drag turns this world and does not move the map behind it
  for (const type of ['pointerdown', 'wheel']) {
    root.addEventListener(type, (event) => event.stopPropagation());
  }
  const camera = new PerspectiveCamera(45, 1, 0.1, 20 * (width + height));
  const controls = new OrbitControls(camera, canvas);
  const reach = Math.max(width, height);
  camera.position.set(0, 0.9 * reach, 1.05 * reach);
  controls.maxPolarAngle = 0.48 * Math.PI;
  controls.update();
  const { scene, agents } = buildWorld(scenario);
  const motion = createMotion(scenario, agents);
  let frame = 0;

  function draw(): void {
    frame = 0;
    const moving = motion.place(performance.now());
    renderer.render(scene, camera);
    if (moving) ask();
  }
  function ask(): void {
    frame ||= requestAnimationFrame(draw);
  }
  controls.addEventListener('change', ask);
  const watch = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = root;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(clientWidth, clientHeight);
    camera.aspect = clientWidth / clientHeight;
    // the width fits into a tall picture only from farther away
    camera.fov = camera.aspect < 1 ? 45 / camera.aspect : 45;
    camera.updateProjectionMatrix();
    ask();
  });
  watch.observe(root);

  return {
    root,
    moved(cell) {
      motion.moved(cell, performance.now());
      ask();
    },
    key: (key) => useKey(key, camera, controls),
    pixels() {
      draw();
      const gl = renderer.getContext();
      const { drawingBufferWidth, drawingBufferHeight } = gl;
      const data = new Uint8Array(4 * drawingBufferWidth * drawingBufferHeight);
      const place = [0, 0, drawingBufferWidth, drawingBufferHeight] as const;
      gl.readPixels(...place, gl.RGBA, gl.UNSIGNED_BYTE, data);
      return { width: drawingBufferWidth, data };
    },
    destroy() {
      cancelAnimationFrame(frame);
      watch.disconnect();
      controls.dispose();
      renderer.dispose();
    },
  };
}

function useKey(key: string, camera: PerspectiveCamera, controls: OrbitControls): boolean {
  const { x, y, z } = camera.position;
  const turn = (angle: number): void => {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    camera.position.set(x * cos - z * sin, y, x * sin + z * cos);
  };
  const uses: Record<string, () => void> = {
    ArrowLeft: () => turn(TURN),
    ArrowRight: () => turn(-TURN),
    '+': () => camera.position.multiplyScalar(1 / ZOOM),
    '-': () => camera.position.multiplyScalar(ZOOM),
  };
  const use = uses[key];
  if (!use) return false;
  use();
  controls.update();
  return true;
}

/** Floor, crates, goals and agents; a cell is a unit, and the middle of the world is 0, 0. */
function buildWorld({ grid, queries, colours }: AgentScenario) {
  const { width, height, cost } = grid;
  const scene = new Scene();
  scene.background = new Color('#10171d');
  const light = new DirectionalLight('#ffffff', 2);
  light.position.set(width / 3, width + height, height / 2);
  scene.add(new AmbientLight('#ffffff', 1.3), light);
  const floor = new Mesh(
    new PlaneGeometry(width, height),
    new MeshLambertMaterial({ color: '#4b5a66' }),
  );
  floor.rotation.x = -Math.PI / 2;
  scene.add(floor);

  const placed = new Matrix4();
  function put(mesh: InstancedMesh, i: number, cell: number, up: number): void {
    const x = (cell % width) + 0.5 - width / 2;
    const z = Math.floor(cell / width) + 0.5 - height / 2;
    mesh.setMatrixAt(i, placed.makeTranslation(x, up, z));
  }
  const blocked = [...cost.keys()].filter((cell) => cost[cell] === 0);
  const crates = new InstancedMesh(
    new BoxGeometry(0.94, 0.94, 0.94),
    new MeshLambertMaterial({ color: '#a8814f' }),
    blocked.length,
  );
  for (const [i, cell] of blocked.entries()) put(crates, i, cell, 0.47);
  scene.add(crates);

  const { count, target } = queries;
  const isFew = count <= FEW;
  const paint = (mesh: InstancedMesh): void => {
    for (let i = 0; i < count; i++) mesh.setColorAt(i, new Color(COLOURS[colours[i]]));
  };
  const detail = isFew ? 16 : 5;
  const ball = new SphereGeometry(0.36, detail, detail);
  const agents = new InstancedMesh(ball, new MeshLambertMaterial(), count);
  agents.instanceMatrix.setUsage(DynamicDrawUsage);
  agents.frustumCulled = false;
  paint(agents);
  scene.add(agents);
  if (isFew) {
    const ring = new RingGeometry(0.26, 0.42, 24).rotateX(-Math.PI / 2);
    const goals = new InstancedMesh(ring, new MeshLambertMaterial(), count);
    paint(goals);
    for (let i = 0; i < count; i++) put(goals, i, target[i], 0.02);
    scene.add(goals);
  }
  return { scene, agents };
}

/** Agents between the cell before and the cell now. */
function createMotion({ grid, queries }: AgentScenario, agents: InstancedMesh) {
  const { width, height } = grid;
  const [from, to] = [queries.source.slice(), queries.source.slice()];
  const matrices = agents.instanceMatrix.array as Float32Array;
  let began = -Infinity;
  let lasts = 0;
  for (let i = 0; i < queries.count; i++) agents.setMatrixAt(i, new Matrix4());
  return {
    moved(cell: Uint32Array, now: number): void {
      from.set(to);
      to.set(cell);
      lasts = Math.min(LONGEST_STEP, now - began);
      began = now;
    },
    /** True while agents are on their way. */
    place(now: number): boolean {
      const part = lasts > 0 ? Math.min(1, (now - began) / lasts) : 1;
      for (let i = 0; i < to.length; i++) {
        const [fromX, toX] = [from[i] % width, to[i] % width];
        const [fromY, toY] = [(from[i] - fromX) / width, (to[i] - toX) / width];
        matrices[16 * i + 12] = fromX + part * (toX - fromX) + 0.5 - width / 2;
        matrices[16 * i + 13] = 0.37;
        matrices[16 * i + 14] = fromY + part * (toY - fromY) + 0.5 - height / 2;
      }
      agents.instanceMatrix.needsUpdate = true;
      return part < 1;
    },
  };
}
