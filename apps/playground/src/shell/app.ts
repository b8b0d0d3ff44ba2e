// The page: one scene at a time, its state in the address, its time, camera and files.
import { themeOf } from '../draw/colours.ts';
import { createCamera } from '../draw/camera.ts';
import { sceneEntry, SCENES } from '../scenes/list.ts';
import type { Scene, SceneEntry, SceneKind } from '../scenes/scene.ts';
import { createChart } from './chart.ts';
import { createControlsPanel, type ControlsPanel } from './controls-panel.ts';
import { element } from './element.ts';
import { acceptDrops, download, pickFile } from './files.ts';
import { buildFrame } from './frame.ts';
import { listenToGestures } from './gestures.ts';
import { icon } from './icons.ts';
import { listenToKeys } from './keys.ts';
import { createLabels } from './labels.ts';
import { createNotices } from './notices.ts';
import { openCanvas, openSurface, type OpenSurface } from './open-surface.ts';
import { createPlayer } from './player.ts';
import {
  defaultsOf,
  readAddress,
  readSettings,
  type Value,
  type Values,
  writeAddress,
} from './settings.ts';
import { createLook } from './look.ts';
import { readWork, workFile } from './work-file.ts';
import { watchLongTasks } from './long-tasks.ts';

/** What there is until a scene is loaded. */
const NOT_LOADED: SceneKind = {
  summary: '',
  controls: [],
  rate: 1,
  files: [],
  create: () => Promise.reject(new Error('the scene is not loaded')),
};

export async function startApp(app: HTMLElement): Promise<void> {
  const frame = buildFrame(app, SCENES);
  const { stage } = frame;
  const notices = createNotices();
  stage.append(notices.root);
  const labels = createLabels(stage);
  const chart = createChart();
  frame.timing.append(chart.root);
  const camera = createCamera();
  const look = createLook(() => redraw());
  const longTasks = watchLongTasks();

  let entry = sceneEntry(readAddress(location.hash).scene);
  // asked for now, while the device is being found; where that fails, `choose` tells
  entry.load().catch(() => undefined);
  let kind = NOT_LOADED;
  let settings: Record<string, Value> = {};
  let panel: ControlsPanel;
  let scene: Scene | undefined;
  let leave = new AbortController();
  let dirty = true;
  let cameraMoved = false;
  let starts = 0;
  let choices = 0;
  let wasLost = false;
  let refused = false;
  let opened: OpenSurface = await openSurface(stage, deviceLost, deviceRefused);

  const redraw = (): void => {
    dirty = true;
  };
  const player = createPlayer({
    frame(phase, frameMs, solverMs, moved) {
      chart.add(frameMs, solverMs);
      dirty ||= moved;
      if (dirty && opened.surface.ready) draw(phase);
    },
    failed,
  });
  player.still = matchMedia('(prefers-reduced-motion: reduce)').matches;

  function draw(phase: number): void {
    if (!scene) return;
    dirty = false;
    const theme = themeOf(look.isDark);
    try {
      opened.surface.begin(camera.view(Math.min(2, devicePixelRatio)), theme.ground);
      scene.draw(opened.surface, theme, phase);
      opened.surface.end();
      labels.show(scene.labels?.() ?? [], camera);
    } catch (error) {
      // the device has gone in the middle of a frame: `deviceLost` follows
      if (!opened.device) throw error;
    }
  }

  function deviceLost(reason: string): void {
    wasLost = true;
    opened.surface.destroy();
    opened = openCanvas(stage, reason);
    notices.add({
      kind: 'error',
      text: 'The graphics device was lost. The scene goes on without WebGPU.',
      action: { label: 'Try WebGPU again', run: () => void reopen() },
    });
    void startScene();
  }

  /** One error is told; hundreds may follow it. */
  function deviceRefused(reason: string): void {
    if (refused) return;
    refused = true;
    console.error(reason);
    notices.add({
      kind: 'error',
      text: `WebGPU refused what the page asked of it: ${reason.split('\n')[0]}`,
      action: { label: 'Go on without WebGPU', run: () => deviceLost(reason) },
    });
  }

  async function reopen(): Promise<void> {
    scene?.destroy();
    scene = undefined;
    player.use(undefined, 1);
    opened.surface.destroy();
    wasLost = false;
    opened = await openSurface(stage, deviceLost, deviceRefused);
    await startScene();
  }

  function failed(error: unknown): void {
    console.error(error);
    const text = error instanceof Error ? error.message : String(error);
    notices.add({
      kind: 'error',
      text: `The scene stopped: ${text}`,
      action: { label: 'Back to the defaults', run: () => void toDefaults() },
    });
    updatePlay();
  }

  async function toDefaults(): Promise<void> {
    settings = defaultsOf(kind.controls);
    panel.show(settings);
    player.playing = true;
    await startScene();
  }

  /** Makes the scene of `kind` with `settings`; the newest call counts. */
  async function startScene(keepCamera = false): Promise<void> {
    const start = ++starts;
    leave.abort();
    leave = new AbortController();
    player.use(undefined, 1);
    scene?.destroy();
    scene = undefined;
    frame.busy.textContent = 'Preparing…';
    frame.busy.hidden = false;
    try {
      const made = await kind.create({
        settings,
        device: wasLost ? undefined : opened.device,
        notice: notices.add,
        restart: () => void startScene(),
        signal: leave.signal,
      });
      if (start !== starts) {
        made.destroy();
        return;
      }
      scene = made;
      player.use(scene, kind.rate);
      if (!keepCamera || !cameraMoved) fit();
      redraw();
    } catch (error) {
      if (start === starts) failed(error);
    } finally {
      if (start === starts) frame.busy.hidden = true;
    }
    showFacts();
    updatePlay();
  }

  function fit(): void {
    if (scene) camera.fit(scene.bounds);
    cameraMoved = false;
    writeHash();
    redraw();
  }

  let hashTimer = 0;
  function writeHash(): void {
    clearTimeout(hashTimer);
    hashTimer = window.setTimeout(() => history.replaceState(null, '', address()), 250);
  }
  function address(): string {
    const place = {
      x: camera.x.toFixed(1),
      y: camera.y.toFixed(1),
      z: camera.scale.toPrecision(4),
    };
    return writeAddress(entry.id, kind.controls, settings, cameraMoved ? place : {});
  }

  async function readHash(): Promise<void> {
    const { scene: id, values } = readAddress(location.hash);
    if (values.get('paused') === '1') player.playing = false;
    await choose(sceneEntry(id), values);
    const [x, y, z] = ['x', 'y', 'z'].map((name) => Number(values.get(name)));
    if (values.has('z') && [x, y, z].every(Number.isFinite) && z > 0) {
      Object.assign(camera, { x, y, scale: z });
      cameraMoved = true;
      redraw();
    }
  }

  /** Leaves the scene for another one, or for other settings; the newest call counts. */
  async function choose(next: SceneEntry, values: Values): Promise<void> {
    const choice = ++choices;
    let loaded: SceneKind;
    try {
      loaded = await next.load();
    } catch (error) {
      console.error(error);
      notices.add({
        kind: 'error',
        text: `The scene '${next.title}' could not be loaded.`,
        action: { label: 'Try again', run: () => void choose(next, values) },
      });
      return;
    }
    if (choice !== choices) return;
    entry = next;
    kind = loaded;
    settings = readSettings(kind.controls, values);
    notices.clear();
    for (const [id, tab] of frame.tabs) {
      if (id === entry.id) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    document.title = `${entry.title} · Wayfield playground`;
    frame.summary.textContent = kind.summary;
    panel = createControlsPanel(kind.controls, (control, value, done) => {
      if (control.kind !== 'press') settings[control.name] = value;
      if (control.again) {
        if (done) void startScene(true);
      } else scene?.set(control.name, value);
      if (done) writeHash();
      redraw();
    });
    panel.show(settings);
    frame.controls.replaceChildren(panel.root);
    await startScene();
  }

  function showFacts(): void {
    const rows = [...(scene?.facts() ?? [])];
    rows.push(['Solver', scene?.backend ?? '–']);
    rows.push(['Drawn by', opened.surface.kind === 'webgpu' ? 'WebGPU' : '2-D canvas']);
    rows.push(['Tick', player.ticks.toLocaleString('en')]);
    frame.facts.replaceChildren(
      ...rows.map(([label, value]) =>
        element('div', {}, element('dt', {}, label), element('dd', {}, value)),
      ),
    );
  }

  function updatePlay(): void {
    const label = player.playing ? 'Pause (space)' : 'Play (space)';
    frame.play.replaceChildren(icon(player.playing ? 'pause' : 'play'));
    frame.play.title = label;
    frame.play.setAttribute('aria-label', label);
  }

  function toggle(): void {
    player.playing = !player.playing;
    updatePlay();
  }
  async function step(): Promise<void> {
    player.playing = false;
    updatePlay();
    await player.step();
  }
  function undo(): void {
    scene?.undo();
    redraw();
  }

  async function openFile(file: File): Promise<void> {
    try {
      if (file.name.endsWith('.json')) {
        const work = readWork(await file.text(), SCENES);
        await choose(work.entry, work.settings);
        scene?.restore?.(work.work);
        redraw();
        return;
      }
      if (!scene?.open || !kind.files.some((end) => file.name.toLowerCase().endsWith(end))) {
        const takes = [...kind.files, '.json'].join(', ');
        throw new Error(`this scene takes files of these kinds: ${takes}`);
      }
      await scene.open(file);
      await startScene();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      notices.add({ kind: 'error', text: `${file.name} could not be opened: ${text}` });
    }
  }

  function savePicture(): void {
    draw(1);
    opened.surface.canvas.toBlob((blob) => blob && download(`wayfield-${entry.id}.png`, blob));
  }
  async function copyLink(): Promise<void> {
    history.replaceState(null, '', address());
    try {
      await navigator.clipboard.writeText(location.href);
      notices.add({ kind: 'info', text: 'The link is in the clipboard.' });
    } catch {
      notices.add({
        kind: 'info',
        text: 'The address of this page is the link: copy it from there.',
      });
    }
  }

  frame.play.onclick = toggle;
  frame.speed.value = '1';
  frame.speed.onchange = () => {
    player.speed = Number(frame.speed.value);
  };
  frame.button('step').onclick = () => void step();
  frame.button('again').onclick = () => void startScene(true);
  frame.button('undo').onclick = undo;
  frame.button('fit').onclick = fit;
  frame.button('theme').onclick = () => look.toggle();
  frame.button('link').onclick = () => void copyLink();
  frame.button('picture').onclick = savePicture;
  frame.button('save').onclick = () =>
    download(`wayfield-${entry.id}.json`, workFile(entry.id, settings, scene?.work()));
  frame.button('open').onclick = () =>
    pickFile([...kind.files, '.json'], (file) => void openFile(file));
  frame.button('controls').onclick = () => {
    const open = document.body.classList.toggle('panel-open');
    frame.button('controls').setAttribute('aria-expanded', String(open));
  };
  listenToKeys({ toggle, step, undo, again: () => startScene(true) });
  acceptDrops(stage, (file) => void openFile(file));
  listenToGestures(stage, camera, {
    pointer(pointer) {
      const taken = scene?.pointer(pointer) ?? false;
      if (taken) redraw();
      return taken;
    },
    fit,
    moved() {
      cameraMoved = true;
      writeHash();
      redraw();
    },
  });
  new ResizeObserver(() => {
    camera.width = stage.clientWidth;
    camera.height = stage.clientHeight;
    if (scene && !cameraMoved) camera.fit(scene.bounds);
    redraw();
  }).observe(stage);
  camera.width = stage.clientWidth;
  camera.height = stage.clientHeight;
  window.addEventListener('hashchange', () => void readHash());
  setInterval(() => {
    chart.draw();
    showFacts();
  }, 500);

  exposeState();
  if (player.still) {
    player.playing = false;
    notices.add({ kind: 'info', text: 'Paused, because your system asks for little motion.' });
  }
  await readHash();
  chart.draw();

  /** What tests may look at. */
  function exposeState(): void {
    Object.defineProperty(window, 'wayfield', {
      value: Object.freeze({
        get scene() {
          return entry.id;
        },
        get ready() {
          return scene !== undefined;
        },
        get backend() {
          return scene?.backend;
        },
        get surface() {
          return opened.surface.kind;
        },
        get reason() {
          return opened.reason;
        },
        get ticks() {
          return player.ticks;
        },
        get busy() {
          return player.busy;
        },
        get notices() {
          return [...notices.texts];
        },
        get longestTask() {
          return longTasks.longest;
        },
        state: async () => scene?.state(),
        /** Red, green, blue of a place of the world, as it is drawn now. */
        pixel(x: number, y: number) {
          draw(1);
          const { canvas } = opened.surface;
          const copy = element('canvas', { width: 1, height: 1 }).getContext('2d')!;
          const ratio = canvas.width / camera.width;
          const left = (camera.width / 2 + (x - camera.x) * camera.scale) * ratio;
          const top = (camera.height / 2 + (y - camera.y) * camera.scale) * ratio;
          copy.drawImage(canvas, -Math.floor(left), -Math.floor(top));
          return Array.from(copy.getImageData(0, 0, 1, 1).data.subarray(0, 3));
        },
        /** Where a place of the world is on the page. */
        toPage(x: number, y: number) {
          const box = stage.getBoundingClientRect();
          return {
            x: box.left + camera.width / 2 + (x - camera.x) * camera.scale,
            y: box.top + camera.height / 2 + (y - camera.y) * camera.scale,
          };
        },
      }),
    });
  }
}
