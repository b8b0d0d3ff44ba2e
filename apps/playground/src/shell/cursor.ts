// A cursor for people without a pointer. Arrow keys move the cursor; the scene gets its place as
// that of a pointer.
import type { Camera } from '../draw/camera.ts';
import type { Handle, ScenePointer } from '../scenes/scene.ts';
import { element } from '../common/element.ts';

/** Pixels of the page that an arrow key moves the cursor, without and with Shift. */
const STEP = 8;
const LEAP = 48;
/** The camera follows a cursor that is nearer than this to the edge of the stage, in pixels. */
const EDGE = 40;

export interface CursorTarget {
  /** True if the scene uses the pointer. */
  pointer(pointer: ScenePointer): boolean;
  handles(): readonly Handle[];
  /** The camera has moved. */
  moved(): void;
}

export interface Cursor {
  /** True if the cursor uses the key. */
  key(event: KeyboardEvent): boolean;
  /** Updates its place on the stage after the camera has moved. */
  place(): void;
  hide(): void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The cross on the stage, and the words for screen readers. */
interface Cross {
  /** Shows the cross at a place of the world, or hides it. */
  show(x: number, y: number, look: { readonly shown: boolean; readonly isDown: boolean }): void;
  say(text: string): void;
}

function createCross(stage: HTMLElement, camera: Camera): Cross {
  const cross = element('div', { class: 'cursor', 'aria-hidden': 'true', hidden: true });
  const said = element('div', { class: 'unseen', role: 'status' });
  stage.append(cross, said);
  return {
    show(x, y, { shown, isDown }) {
      cross.hidden = !shown;
      cross.classList.toggle('down', isDown);
      const [left, top] = toStage(camera, x, y);
      cross.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    },
    say(text) {
      said.textContent = text;
    },
  };
}

/** A place of the world in pixels of the stage. */
const toStage = (camera: Camera, x: number, y: number): [left: number, top: number] => [
  camera.width / 2 + (x - camera.x) * camera.scale,
  camera.height / 2 + (y - camera.y) * camera.scale,
];

/** Moves the camera if a place is near the edge; returns whether it moved. */
function follow(camera: Camera, x: number, y: number): boolean {
  const [left, top] = toStage(camera, x, y);
  const over = (at: number, size: number): number =>
    at < EDGE ? at - EDGE : at > size - EDGE ? at - size + EDGE : 0;
  const [dx, dy] = [over(left, camera.width), over(top, camera.height)];
  if (dx === 0 && dy === 0) return false;
  camera.panBy(-dx, -dy);
  return true;
}

export function createCursor(stage: HTMLElement, camera: Camera, target: CursorTarget): Cursor {
  const cross = createCross(stage, camera);
  const { say } = cross;
  let x = 0;
  let y = 0;
  let shown = false;
  let isDown = false;
  let nextHandle = 0;

  const tell = (phase: ScenePointer['phase']): boolean =>
    target.pointer({ phase, x, y, unit: 1 / camera.scale });
  const place = (): void => cross.show(x, y, { shown, isDown });

  function to(nextX: number, nextY: number): void {
    [x, y] = [nextX, nextY];
    if (follow(camera, x, y)) target.moved();
    place();
    tell(isDown ? 'move' : 'hover');
  }
  function show(): void {
    if (shown) return;
    shown = true;
    ({ x, y } = camera);
    place();
    say('Cursor shown. Enter picks up and puts down, space clicks, G goes to the next goal.');
  }
  function press(): void {
    if (isDown) {
      tell('up');
      isDown = false;
      say('Put down.');
    } else {
      isDown = tell('down');
      say(isDown ? 'Picked up: arrows move it, Enter puts it down.' : 'Nothing to pick up here.');
    }
    place();
  }
  function hide(): void {
    if (isDown) tell('up');
    isDown = false;
    shown = false;
    place();
  }
  function toHandle(): void {
    const handles = target.handles();
    if (handles.length === 0) {
      say('There is nothing to go to.');
      return;
    }
    show();
    const handle = handles[nextHandle++ % handles.length];
    to(handle.x, handle.y);
    say(`At ${handle.name}.`);
  }

  return {
    key({ key, shiftKey }) {
      const arrow = ARROWS[key];
      if (key === 'Enter') (shown ? press : show)();
      else if (key === 'g' || key === 'G') {
        if (!isDown) toHandle();
      } else if (!shown) return false;
      else if (arrow) {
        const far = (shiftKey ? LEAP : STEP) / camera.scale;
        to(x + arrow[0] * far, y + arrow[1] * far);
      } else if (key === ' ') {
        if (isDown) return true;
        say(tell('down') ? 'Clicked.' : 'Nothing to click here.');
        tell('up');
      } else if (key === 'Escape') hide();
      else return false;
      return true;
    },
    place,
    hide,
  };
}
