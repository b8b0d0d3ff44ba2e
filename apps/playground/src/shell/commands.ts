// What buttons, keys and gestures do.
import type { ScenePointer } from '../scenes/scene.ts';
import { acceptDrops, pickFile } from './files.ts';
import { wordOf } from './frame.ts';
import { listenToGestures } from './gestures.ts';
import { icon } from './icons.ts';
import { listenToKeys } from './keys.ts';
import type { Page } from './page.ts';

/** Updates the play button, which shows what a press would do. */
export function showPlaying({ frame, player }: Page): void {
  const label = player.playing ? 'Pause (space)' : 'Play (space)';
  const { playing } = player;
  frame.play.replaceChildren(icon(playing ? 'pause' : 'play'), wordOf(playing ? 'Pause' : 'Play'));
  frame.play.title = label;
  frame.play.setAttribute('aria-label', label);
}

/** Passes a pointer to the scene; true if the scene uses it. */
export function pointAt({ session, view, address }: Page, pointer: ScenePointer): boolean {
  const taken = session.scene?.pointer(pointer) ?? false;
  if (taken) view.redraw();
  if (taken && pointer.phase === 'up') address.changed();
  return taken;
}

/** Connects buttons, keys, gestures and dropped files. */
export function connectCommands(page: Page): void {
  const { frame, session, player, files, view, address, help, cursor, camera, panel } = page;
  function toggle(): void {
    player.playing = !player.playing;
    showPlaying(page);
  }
  async function step(): Promise<void> {
    player.playing = false;
    showPlaying(page);
    await player.step();
  }
  function changeBack(kind: 'undo' | 'redo'): void {
    session.scene?.[kind]?.();
    address.changed();
    view.redraw();
  }
  const undo = (): void => changeBack('undo');
  const redo = (): void => changeBack('redo');
  const again = (): Promise<void> => session.start({ keepView: true, work: session.work() });
  function sceneKey(key: string): boolean {
    const taken = session.scene?.key?.(key) ?? false;
    if (taken) {
      address.changed();
      view.redraw();
    }
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
  frame.button('fit').onclick = view.fit;
  frame.button('help').onclick = help.open;
  connectFileButtons(page);
  listenToKeys({ toggle, step, undo, redo, again, help: help.open, tool: panel.chooseTool });
  acceptDrops(frame.stage, (file) => void files.open(file));
  listenToGestures(frame.stage, camera, {
    pointer(at) {
      if (at.phase === 'down') cursor.hide();
      return pointAt(page, at);
    },
    key: (event) => sceneKey(event.key) || cursor.key(event),
    fit: view.fit,
    moved() {
      cursor.place();
      view.moved();
    },
  });
}

/** The buttons for look, link, pictures and files. */
function connectFileButtons({ frame, look, files, session }: Page): void {
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
}
