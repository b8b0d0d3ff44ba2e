// The scenes of a million without a page: the same solvers and the same drawing, into a texture of
// 1920 x 1080.
//
//   node --import tsx bench/offscreen.ts [--scene collisions] [--scene scent] [--count 1000000]
//     [--seconds 5]
//     [--size giant] [--pictures FOLDER] [--width 1920] [--height 1080]
//
// A frame is as on the page: one tick, and when the device has done it, a picture. After two
// seconds of that, which bring the clock of an idle GPU up, frames are counted. TEST_GPU=software:
// the software driver, to check the program.
import { createCollisionSolver, buildBodies } from '@wayfield/collision';
import { requestDevice } from '@wayfield/gpu-core/node';
import { SOFTWARE_DAWN, useSoftwareVulkan } from '@wayfield/testing/gpu';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCamera } from '../src/draw/camera.ts';
import { themeOf } from '../src/draw/colours.ts';
import { createOffscreen, type Offscreen } from './offscreen-surface.ts';
import { encodePng } from './png.ts';
import { startBodies } from '../src/scenes/collisions/bodies.ts';
import { bodiesOptions, COLLISIONS } from '../src/scenes/collisions/collisions.ts';
import { createGpuCollisions } from '../src/scenes/collisions/on-gpu.ts';
import { createCollisionsPicture } from '../src/scenes/collisions/picture.ts';
import { SCENT, scentOptions } from '../src/scenes/scent/scent.ts';
import { placeGoals } from '../src/scenes/scent/goals.ts';
import { createGround } from '../src/scenes/scent/ground.ts';
import { createGpuScent } from '../src/scenes/scent/on-gpu.ts';
import { createScentPicture } from '../src/scenes/scent/picture.ts';
import { makeMap } from '../src/scenes/maps/make-map.ts';
import type { Bounds } from '../src/draw/view.ts';
import type { TickReport } from '../src/scenes/scene.ts';
import { defaultsOf, type Settings } from '../src/common/settings.ts';

const { values: flags } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true, default: ['collisions', 'scent'] },
    count: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '2' },
    size: { type: 'string', default: 'giant' },
    pictures: { type: 'string' },
    width: { type: 'string', default: '1920' },
    height: { type: 'string', default: '1080' },
  },
});
const count = Number(flags.count);
const seconds = Number(flags.seconds);
const theme = themeOf(true);
/** Pixels of a unit when looked at from near: cells and pairs are shown. */
const NEAR = 12;

/** A scene as this program runs it. */
interface Run {
  readonly name: string;
  readonly bounds: Bounds;
  tick(): Promise<TickReport>;
  draw(surface: Offscreen): void;
  /** What came out, looked at after the measurement: throws where it is wrong. */
  check(): Promise<string>;
  destroy(): void;
}

async function collisions(device: GPUDevice): Promise<Run> {
  const settings = { ...defaultsOf(COLLISIONS.controls), agents: count };
  const solver = await createGpuCollisions(device, startBodies(bodiesOptions(settings)));
  const picture = createCollisionsPicture(
    solver,
    () => {},
    (error) => {
      throw error;
    },
  );
  return {
    name: `${count.toLocaleString('en')} bodies`,
    bounds: { x: 0, y: 0, width: solver.width, height: solver.height },
    tick: () => solver.tick(1),
    draw: (surface) => picture.draw(surface, theme, { cells: true, pairs: true }),
    async check() {
      const { x, y, radius, pairs } = await solver.snapshot();
      const reference = createCollisionSolver(buildBodies({ x, y, radius }));
      const { total } = reference.pairs();
      reference.destroy();
      if (total !== pairs) throw new Error(`${pairs} pairs, WebAssembly finds ${total}`);
      return `${pairs.toLocaleString('en')} pairs, as WebAssembly finds`;
    },
    destroy: () => solver.destroy(),
  };
}

async function scent(device: GPUDevice): Promise<Run> {
  const settings: Settings = { ...defaultsOf(SCENT.controls), agents: count, size: flags.size };
  const map = makeMap('islands', flags.size, 1);
  const goals = placeGoals(map.open, map.width, Number(settings['goals']));
  const options = scentOptions(map, goals, settings);
  const solver = await createGpuScent(device, options, () => theme.ramp);
  const ground = createGround(map.width, map.height, map.terrain);
  const picture = createScentPicture(solver, ground, goals);
  return {
    name: `${count.toLocaleString('en')} pursuers on ${map.width} x ${map.height} cells`,
    bounds: { x: 0, y: 0, width: map.width, height: map.height },
    tick: () => solver.tick(1),
    draw: (surface) => picture.draw(surface, theme, 1, true),
    async check() {
      const places = await solver.places();
      let moved = 0;
      for (let agent = 0; agent < count; agent++) {
        if (map.terrain[places[agent]] === 0) throw new Error(`agent ${agent} is in a wall`);
        if (places[agent] !== options.start[agent]) moved++;
      }
      return `${moved.toLocaleString('en')} are elsewhere than at the start, none in a wall`;
    },
    destroy: () => solver.destroy(),
  };
}

/** The milliseconds of each frame, for `length` seconds, and of what was not yet drawn then. */
async function runFrames(
  run: Run,
  length: number,
  surface?: Offscreen,
  isNear = false,
): Promise<number[]> {
  const camera = createCamera();
  const times: number[] = [];
  const end = performance.now() + 1000 * length;
  let last = performance.now();
  if (surface) {
    camera.width = surface.width;
    camera.height = surface.height;
    camera.fit(run.bounds);
    if (isNear) camera.scale = NEAR;
  }
  do {
    await run.tick();
    if (surface) {
      surface.begin(camera.view(1), theme.ground);
      run.draw(surface);
      surface.end();
    }
    const now = performance.now();
    times.push(now - last);
    last = now;
  } while (last < end);
  await surface?.done();
  times.push(performance.now() - last);
  return times;
}

function tell(run: Run, what: string, times: readonly number[]): void {
  const frames = times.length - 1;
  const sum = times.reduce((a, b) => a + b, 0);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string => sorted[Math.floor(part * (sorted.length - 1))].toFixed(2);
  console.log(
    `${run.name}, ${what}: ${((1000 * frames) / sum).toFixed(1)} ticks a second ` +
      `(${frames} in ${(sum / 1000).toFixed(2)} s; ms each: median ${at(0.5)}, 99 % below ` +
      `${at(0.99)})`,
  );
}

const software = process.env['TEST_GPU'] === 'software';
if (software) useSoftwareVulkan();
const device = await requestDevice({
  dawn: software ? SOFTWARE_DAWN : [],
  allowSoftware: software,
});
device.addEventListener('uncapturederror', (event) => {
  console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
  process.exitCode = 1;
});
const { vendor, architecture, description } = device.adapterInfo;
console.log([vendor, architecture, description].filter(Boolean).join(', '));
const surface = await createOffscreen(device, Number(flags.width), Number(flags.height));
const makers: Record<string, (device: GPUDevice) => Promise<Run>> = { collisions, scent };
for (const name of flags.scene) {
  const run = await makers[name](device);
  await runFrames(run, Number(flags.warm), surface);
  tell(run, 'tick and picture', await runFrames(run, seconds, surface));
  tell(run, 'the same from near', await runFrames(run, seconds / 2, surface, true));
  tell(run, 'tick alone', await runFrames(run, seconds / 2));
  console.log(`  ${await run.check()}`);
  if (flags.pictures !== undefined) {
    for (const isNear of [false, true]) {
      await runFrames(run, 0, surface, isNear);
      const file = join(flags.pictures, `${name}${isNear ? '-near' : ''}.png`);
      writeFileSync(file, encodePng(surface.width, surface.height, await surface.read()));
      console.log(`  ${file}`);
    }
  }
  run.destroy();
}
device.destroy();
// Dawn keeps Node awake
process.exit();
