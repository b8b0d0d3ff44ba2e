// Makes the parts of the page (page.ts) and connects them.
import { breathe } from '../common/breathe.ts';
import { readAddress } from '../common/settings.ts';
import { takeTransfers } from '../common/transfers.ts';
import { createCamera } from '../draw/camera.ts';
import { sceneEntry, SCENES } from '../scenes/list.ts';
import { keepAddress } from './address.ts';
import { createChart } from './chart.ts';
import { connectCommands, pointAt } from './commands.ts';
import { createCursor } from './cursor.ts';
import { exposeState } from './expose-state.ts';
import { createFileActions } from './file-actions.ts';
import { buildFrame, type PageFrame } from './frame.ts';
import { createHelp } from './help.ts';
import { createLabels } from './labels.ts';
import { watchLongTasks } from './long-tasks.ts';
import { createLook } from './look.ts';
import { createNotices } from './notices.ts';
import type { Page } from './page.ts';
import { createPageSurface } from './page-surface.ts';
import { createPageView } from './page-view.ts';
import { createPlayer } from './player.ts';
import { readLink } from './read-link.ts';
import { createScenePanel } from './scene-panel.ts';
import { createSession } from './session.ts';
import { sceneFailed, sessionEvents } from './session-events.ts';
import { createSlowWatch } from './slow-watch.ts';

/** Milliseconds between two updates of the facts and the chart. */
const FACTS_MS = 500;

export async function startApp(app: HTMLElement): Promise<void> {
  const frame = buildFrame(app, SCENES);
  await breathe();
  const page = buildParts(app, frame);
  page.session = createSession(sceneEntry(readAddress(location.hash).scene), sessionEvents(page));
  page.player = playerOf(page);
  await breathe();
  page.cursor = createCursor(page.frame.stage, page.camera, {
    pointer: (at) => pointAt(page, at),
    handles: () => page.session.scene?.handles?.() ?? [],
    moved: page.view.moved,
  });
  page.surface = await openPageSurface(page);
  await breathe();
  const { session, surface, notices, view, camera } = page;
  page.address = keepAddress(
    session,
    camera,
    () => view.isMoved,
    () =>
      notices.add({
        kind: 'info',
        text:
          'This is more than a link can hold: the address has the settings only. ' +
          'A file holds all of it.',
        action: { label: 'Save a file', run: () => page.files.save() },
      }),
  );
  page.files = createFileActions(session, surface, page.address, notices, () => view.draw(1));
  connectCommands(page);
  new ResizeObserver(view.resized).observe(frame.stage);
  camera.width = frame.stage.clientWidth;
  camera.height = frame.stage.clientHeight;
  await begin(page);
}

/** Makes the parts that need no device. `startApp` adds the others. */
function buildParts(app: HTMLElement, frame: PageFrame): Page {
  const notices = createNotices();
  frame.transport.before(notices.root);
  const chart = createChart();
  frame.timing.append(chart.root);
  const help = createHelp();
  app.append(help.root);
  const page = {
    frame,
    notices,
    labels: createLabels(frame.stage),
    chart,
    help,
    camera: createCamera(),
    look: createLook(() => page.view.redraw()),
    slow: createSlowWatch((text) => notices.add({ kind: 'warning', text })),
    longTasks: watchLongTasks(),
  } as Page;
  return Object.assign(page, { view: createPageView(page), panel: createScenePanel(page) });
}

function playerOf(page: Page): Page['player'] {
  const player = createPlayer({
    frame(phase, frameMs, solverMs, moved) {
      page.chart.add(frameMs, solverMs, takeTransfers());
      if (solverMs > 0) page.slow.took(solverMs);
      page.view.drawIfDirty(phase, moved);
    },
    waiting: () => page.view.drawIfDirty(1, false),
    failed: (error) => sceneFailed(page, error),
  });
  player.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return player;
}

/** Opens the surface. If it is replaced, the scene begins again, with its work. */
function openPageSurface(page: Page): Promise<Page['surface']> {
  const { session, notices, view, frame } = page;
  return createPageSurface(
    frame.stage,
    notices.add,
    (phase) => {
      if (phase === 'leave') session.stop();
      else void session.start({ keepView: true, work: session.work() });
    },
    view.redraw,
  );
}

/** Begins with the scene of the address, and follows the address. */
async function begin(page: Page): Promise<void> {
  const { session, player, surface, camera, notices, longTasks, view, chart, panel } = page;
  // not `location.hash`: the scene that is being left may have written its own address meanwhile
  window.addEventListener('hashchange', ({ newURL }) => void readLink(page, new URL(newURL).hash));
  setInterval(() => {
    chart.draw();
    panel.showFacts();
  }, FACTS_MS);
  exposeState({
    session,
    player,
    surface,
    camera,
    stage: page.frame.stage,
    notices,
    longTasks,
    draw: () => view.draw(1),
  });
  if (player.still) player.playing = false;
  await breathe();
  await readLink(page, location.hash);
  if (player.still) {
    notices.add({ kind: 'info', text: 'Paused, because your system asks for little motion.' });
  }
  chart.draw();
}
