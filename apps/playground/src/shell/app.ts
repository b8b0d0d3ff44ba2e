// The page: one scene at a time, its state in the address, its time, camera and files.
import { themeOf } from '../draw/colours.ts';
import { createCamera } from '../draw/camera.ts';
import { sceneEntry, SCENES } from '../scenes/list.ts';
import { takeTransfers } from '../transfers.ts';
import { keepAddress } from './address.ts';
import { breathe } from './breathe.ts';
import { createChart } from './chart.ts';
import { createControlsPanel, type ControlsPanel } from './controls-panel.ts';
import { createCursor } from './cursor.ts';
import { element } from './element.ts';
import { explain } from './explain.ts';
import { exposeState } from './expose-state.ts';
import { acceptDrops, pickFile } from './files.ts';
import { createFileActions } from './file-actions.ts';
import { buildFrame } from './frame.ts';
import { listenToGestures } from './gestures.ts';
import { createHelp } from './help.ts';
import { icon } from './icons.ts';
import { listenToKeys } from './keys.ts';
import { createLabels } from './labels.ts';
import { showLegend } from './legend.ts';
import { watchLongTasks } from './long-tasks.ts';
import { createLook } from './look.ts';
import { createNotices } from './notices.ts';
import { createPageSurface } from './page-surface.ts';
import { createPlayer } from './player.ts';
import { createSession, type Work } from './session.ts';
import { createSlowWatch } from './slow-watch.ts';
import { type Control, readAddress, type Value } from './settings.ts';
import { unpackWork } from './work-file.ts';

export async function startApp(app: HTMLElement): Promise<void> {
  const frame = buildFrame(app, SCENES);
  await breathe();
  const { stage } = frame;
  const notices = createNotices();
  frame.transport.before(notices.root);
  const labels = createLabels(stage);
  const chart = createChart();
  frame.timing.append(chart.root);
  const help = createHelp();
  app.append(help.root);
  const camera = createCamera();
  const look = createLook(() => redraw());
  const longTasks = watchLongTasks();
  const slow = createSlowWatch((text) => notices.add({ kind: 'warning', text }));

  let panel: ControlsPanel;
  let dirty = true;
  let cameraMoved = false;
  /** What was painted when the surface went away. */
  let kept: Work | undefined;

  const redraw = (): void => {
    dirty = true;
  };
  const session = createSession(sceneEntry(readAddress(location.hash).scene), {
    host: () => ({
      device: surface.device,
      softwareDevice: surface.isSoftware,
      isPortrait: stage.clientHeight > stage.clientWidth,
      notice: notices.add,
      redraw,
    }),
    chosen,
    busy(is) {
      frame.busy.textContent = 'Preparing…';
      frame.busy.hidden = !is;
    },
    changed(keepView) {
      const { scene, kind } = session;
      cursor.hide();
      player.use(scene, scene ? kind.rate : 1);
      // a program in the place of a GPU has been warned of
      slow.begin(surface.device && surface.isSoftware ? undefined : manyOf(kind.controls));
      frame.view.replaceChildren(...(scene?.view ? [scene.view] : []));
      frame.view.hidden = scene?.view === undefined;
      frame.credit.hidden = scene?.credit === undefined;
      frame.credit.textContent = scene?.credit?.text ?? '';
      if (scene?.credit) frame.credit.href = scene.credit.href;
      labels.show([], camera);
      if (scene && !(keepView && cameraMoved)) fit();
      redraw();
      showFacts();
      updatePlay();
    },
    failed,
    notLoaded: ({ title }, tryAgain) =>
      notices.add({
        kind: 'error',
        text: `The scene '${title}' could not be loaded.`,
        action: { label: 'Try again', run: tryAgain },
      }),
    notRestored: (reason) =>
      notices.add({
        kind: 'warning',
        text: `What was painted or placed could not be put back: ${reason}.`,
      }),
  });
  const player = createPlayer({
    frame(phase, frameMs, solverMs, moved) {
      chart.add(frameMs, solverMs, takeTransfers());
      if (solverMs > 0) slow.took(solverMs);
      dirty ||= moved;
      if (dirty && surface.surface.ready) draw(phase);
    },
    failed,
  });
  player.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  await breathe();
  const cursor = createCursor(stage, camera, {
    pointer,
    handles: () => session.scene?.handles?.() ?? [],
    moved: viewMoved,
  });
  const surface = await createPageSurface(
    stage,
    notices.add,
    (phase) => {
      if (phase === 'leave') {
        kept = session.work();
        session.stop();
      } else void session.start({ keepView: true, work: kept });
    },
    redraw,
  );
  await breathe();
  const address = keepAddress(
    session,
    camera,
    () => cameraMoved,
    () =>
      notices.add({
        kind: 'info',
        text: 'This is more than a link can hold: the address has the settings only. A file holds all of it.',
        action: { label: 'Save a file', run: () => files.save() },
      }),
  );
  const files = createFileActions(session, surface, address, notices, () => draw(1));

  function draw(phase: number): void {
    const { scene } = session;
    // a view covers the picture: nothing waits for the GPU then
    if (!scene || scene.view) return;
    dirty = false;
    const theme = themeOf(look.isDark);
    try {
      surface.surface.begin(camera.view(Math.min(2, devicePixelRatio)), theme.ground);
      scene.draw(surface.surface, theme, phase);
      surface.surface.end();
      labels.show(scene.labels?.() ?? [], camera);
    } catch (error) {
      // the device has gone in the middle of a frame: the page is told by another way
      if (!surface.device) throw error;
    }
  }

  function failed(error: unknown): void {
    console.error(error);
    const { text, isMemory } = explain(error);
    const fewer = isMemory ? fewerAgents() : undefined;
    notices.add({
      kind: 'error',
      text: `The scene stopped: ${text}`,
      action: fewer ?? { label: 'Back to the defaults', run: () => void toDefaults() },
    });
    updatePlay();
  }

  /** The way on where memory does not suffice: a tenth of the agents. */
  function fewerAgents(): { label: string; run(): void } | undefined {
    const { settings, kind } = session;
    const control = kind.controls.find(({ name }) => name === 'agents');
    const now = Number(settings['agents']);
    if (control?.kind !== 'range' || !(now > control.min)) return undefined;
    const fewer = Math.max(control.min, Math.floor(now / 10));
    const values = new Map<string, Value>(Object.entries({ ...settings, agents: fewer }));
    return {
      label: `Try ${fewer.toLocaleString('en')}`,
      run() {
        player.playing = true;
        void session.choose(session.entry, values);
      },
    };
  }

  async function toDefaults(): Promise<void> {
    player.playing = true;
    await session.toDefaults();
  }

  function fit(): void {
    if (session.scene) camera.fit(session.scene.bounds);
    cameraMoved = false;
    address.changed();
    redraw();
  }

  function viewMoved(): void {
    cameraMoved = true;
    address.changed();
    redraw();
  }

  async function readHash(hash: string): Promise<void> {
    const { scene: id, values } = readAddress(hash);
    if (values.get('paused') === '1') player.playing = false;
    let work: Work | undefined;
    let problem: unknown;
    const packed = values.get('work');
    if (packed !== undefined) {
      try {
        work = { work: await unpackWork(packed), file: undefined };
      } catch (error) {
        problem = error;
      }
    }
    await session.choose(sceneEntry(id), values, work);
    if (problem instanceof Error) {
      notices.add({
        kind: 'warning',
        text: `What was painted could not be read: ${problem.message}.`,
      });
    }
    const [x, y, z] = ['x', 'y', 'z'].map((name) => Number(values.get(name)));
    if (values.has('z') && [x, y, z].every(Number.isFinite) && z > 0) {
      Object.assign(camera, { x, y, scale: z });
      viewMoved();
    }
  }

  /** The panel and title of the scene that was chosen. */
  function chosen(): void {
    const { entry, kind, settings } = session;
    notices.clear();
    for (const [id, tab] of frame.tabs) {
      if (id === entry.id) {
        tab.setAttribute('aria-current', 'page');
        tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else tab.removeAttribute('aria-current');
    }
    document.title = `${entry.title} · Wayfield playground`;
    frame.summary.textContent = kind.summary;
    panel = createControlsPanel(kind.controls, controlChanged);
    panel.show(settings);
    frame.controls.replaceChildren(panel.root);
  }

  function controlChanged(control: Control, value: Value, done: boolean): void {
    if (control.kind !== 'press') session.settings[control.name] = value;
    if (!control.again) session.scene?.set(control.name, value);
    else if (done) {
      const work = control.keepsWork ? session.work() : undefined;
      void session.start({ keepView: true, work });
    }
    if (done) address.changed();
    redraw();
  }

  /** As if the tool had been chosen in the panel. */
  function chooseTool(which: number): void {
    const tool = session.kind.controls.find(({ name }) => name === 'tool');
    if (tool?.kind !== 'choice' || which >= tool.options.length) return;
    controlChanged(tool, tool.options[which][0], true);
    panel.show(session.settings);
  }

  function showFacts(): void {
    const rows = [...(session.scene?.facts() ?? [])];
    rows.push(['Solver', session.scene?.backend ?? '–']);
    rows.push(['Drawn by', surface.surface.kind === 'webgpu' ? 'WebGPU' : '2-D canvas']);
    rows.push(['Tick', player.ticks.toLocaleString('en')]);
    showLegend(frame.legend, session.scene?.legend?.(themeOf(look.isDark)) ?? []);
    frame.facts.replaceChildren(
      ...rows.map(([label, value]) =>
        element('div', {}, element('dt', {}, label), element('dd', {}, value)),
      ),
    );
    frame.noGpu.hidden = surface.reason === undefined;
    frame.noGpuReason.textContent = surface.reason ?? '';
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
  function changeBack(way: 'undo' | 'redo'): void {
    session.scene?.[way]?.();
    address.changed();
    redraw();
  }
  const undo = (): void => changeBack('undo');
  const redo = (): void => changeBack('redo');
  async function again(): Promise<void> {
    await session.start({ keepView: true, work: session.work() });
  }

  function sceneKey(key: string): boolean {
    const taken = session.scene?.key?.(key) ?? false;
    if (taken) {
      address.changed();
      redraw();
    }
    return taken;
  }

  function pointer(at: Parameters<NonNullable<typeof session.scene>['pointer']>[0]): boolean {
    const taken = session.scene?.pointer(at) ?? false;
    if (taken) redraw();
    if (taken && at.phase === 'up') address.changed();
    return taken;
  }

  frame.play.onclick = toggle;
  frame.speed.value = '1';
  frame.speed.onchange = () => {
    player.speed = Number(frame.speed.value);
  };
  frame.button('step').onclick = () => void step();
  frame.button('again').onclick = () => void again();
  frame.button('undo').onclick = undo;
  frame.button('redo').onclick = redo;
  frame.button('fit').onclick = fit;
  frame.button('help').onclick = help.open;
  frame.button('theme').onclick = () => look.toggle();
  frame.button('link').onclick = () => void files.copyLink();
  frame.button('picture').onclick = () => void files.savePicture();
  frame.button('geojson').onclick = () => void files.savePaths('geojson');
  frame.button('csv').onclick = () => void files.savePaths('csv');
  frame.button('save').onclick = () => files.save();
  frame.button('open').onclick = () =>
    pickFile([...session.kind.files, '.json'], (file) => void files.open(file));
  frame.button('controls').onclick = () => {
    const open = document.body.classList.toggle('panel-open');
    frame.button('controls').setAttribute('aria-expanded', String(open));
  };
  listenToKeys({ toggle, step, undo, redo, again, help: help.open, tool: chooseTool });
  acceptDrops(stage, (file) => void files.open(file));
  listenToGestures(stage, camera, {
    pointer(at) {
      if (at.phase === 'down') cursor.hide();
      return pointer(at);
    },
    key: (event) => sceneKey(event.key) || cursor.key(event),
    fit,
    moved() {
      cursor.place();
      viewMoved();
    },
  });
  new ResizeObserver(() => {
    camera.width = stage.clientWidth;
    camera.height = stage.clientHeight;
    session.scene?.resized?.(camera.height > camera.width);
    if (session.scene && !cameraMoved) camera.fit(session.scene.bounds);
    cursor.place();
    redraw();
  }).observe(stage);
  camera.width = stage.clientWidth;
  camera.height = stage.clientHeight;
  // not location.hash: what a scene that is about to go says of itself may have been written over it since
  window.addEventListener('hashchange', ({ newURL }) => void readHash(new URL(newURL).hash));
  setInterval(() => {
    chart.draw();
    showFacts();
  }, 500);

  exposeState({
    session,
    player,
    surface,
    camera,
    stage,
    notices,
    longTasks,
    draw: () => draw(1),
  });
  if (player.still) player.playing = false;
  await breathe();
  await readHash(location.hash);
  if (player.still) {
    notices.add({ kind: 'info', text: 'Paused, because your system asks for little motion.' });
  }
  chart.draw();
}

/** What a scene may have too many of. */
function manyOf(controls: readonly Control[]): string | undefined {
  for (const control of controls)
    if (control.kind === 'range' && control.load) return control.load.what;
  return undefined;
}
