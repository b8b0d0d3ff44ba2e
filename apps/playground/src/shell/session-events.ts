// What the page does when its scene changes, fails, or cannot be loaded.
import type { Control, Value } from '../common/settings.ts';
import { explain } from '../common/explain.ts';
import type { Credit } from '../scenes/scene.ts';
import type { Page } from './page.ts';
import { showPlaying } from './commands.ts';
import type { SessionEvents } from './session.ts';

export function sessionEvents(page: Page): SessionEvents {
  const { frame, notices, view } = page;
  return {
    host: () => ({
      device: page.surface.device,
      softwareDevice: page.surface.isSoftware,
      isPortrait: frame.stage.clientHeight > frame.stage.clientWidth,
      notice: notices.add,
      redraw: view.redraw,
    }),
    chosen: page.panel.chosen,
    busy(is) {
      frame.busy.textContent = 'Preparing…';
      frame.busy.hidden = !is;
    },
    shownEarly(picture, keepView) {
      showCredit(page, picture.credit);
      view.shownEarly(picture, keepView);
    },
    changed: (keepView) => sceneChanged(page, keepView),
    failed: (error) => sceneFailed(page, error),
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
  };
}

function showCredit({ frame }: Page, credit: Credit | undefined): void {
  frame.credit.hidden = credit === undefined;
  frame.credit.textContent = credit?.text ?? '';
  if (credit) frame.credit.href = credit.href;
}

/** There is another scene, or none. */
function sceneChanged(page: Page, keepView: boolean): void {
  const { frame, cursor, player, slow, surface, view, panel, labels, camera } = page;
  const { scene, kind } = page.session;
  cursor.hide();
  player.use(scene, scene ? kind.rate : 1);
  // the person was already told of the software device
  slow.begin(surface.device && surface.isSoftware ? undefined : manyOf(kind.controls));
  frame.view.replaceChildren(...(scene?.view ? [scene.view] : []));
  frame.view.hidden = scene?.view === undefined;
  showCredit(page, scene?.credit);
  labels.show([], camera);
  if (scene && !(keepView && view.isMoved)) view.fit();
  view.redraw();
  panel.showFacts();
  showPlaying(page);
}

/** Tells a person what stopped the scene, with what may help. */
export function sceneFailed(page: Page, error: unknown): void {
  console.error(error);
  const { text, isMemory } = explain(error);
  const fewer = isMemory ? fewerAgents(page) : undefined;
  page.notices.add({
    kind: 'error',
    text: `The scene stopped: ${text}`,
    action: fewer ?? { label: 'Back to the defaults', run: () => void toDefaults(page) },
  });
  showPlaying(page);
}

/** The action that helps if memory does not suffice: a tenth of the agents. */
function fewerAgents({ session, player }: Page): { label: string; run(): void } | undefined {
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
      void session.choose(session.entry, values, control.keepsWork ? session.work() : undefined);
    },
  };
}

async function toDefaults({ player, session }: Page): Promise<void> {
  player.playing = true;
  await session.toDefaults();
}

/** The name of what a scene has many of: 'agents'. */
function manyOf(controls: readonly Control[]): string | undefined {
  for (const control of controls)
    if (control.kind === 'range' && control.load) return control.load.what;
  return undefined;
}
