// A cursor for those who use no pointer: arrows move it, and what it does the scene sees as a pointer.
import type { Camera } from '../draw/camera.ts';
import type { Handle, ScenePointer } from '../scenes/scene.ts';
import { element } from './element.ts';

/** Pixels of the page that an arrow key moves it, plainly and with Shift. */
const STEP = 8;
const LEAP = 48;
/** Pixels from the edge of the stage where the camera comes along. */
const EDGE = 40;

export interface CursorTarget {
  /** True where the scene uses the pointer. */
  pointer(pointer: ScenePointer): boolean;
  handles(): readonly Handle[];
  /** The camera has moved. */
  moved(): void;
}

export interface Cursor {
  /** True where the key was for the cursor. */
  key(event: KeyboardEvent): boolean;
  /** Shows it where it belongs after the camera has moved. */
  place(): void;
  hide(): void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function createCursor(stage: HTMLElement, camera: Camera, target: CursorTarget): Cursor {
  const cross = element('div', { class: 'cursor', 'aria-hidden': 'true', hidden: true });
  const said = element('div', { class: 'unseen', role: 'status' });
  stage.append(cross, said);
  let x = 0;
  let y = 0;
  let shown = false;
  let isDown = false;
  let nextHandle = 0;

  const say = (text: string): void => {
    said.textContent = text;
  };
  const tell = (phase: ScenePointer['phase']): boolean =>
    target.pointer({ phase, x, y, unit: 1 / camera.scale });

  function place(): void {
    cross.hidden = !shown;
    cross.classList.toggle('down', isDown);
    const left = camera.width / 2 + (x - camera.x) * camera.scale;
    const top = camera.height / 2 + (y - camera.y) * camera.scale;
    cross.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  }

  /** Brings the camera along where the cursor nears the edge. */
  function follow(): void {
    const left = camera.width / 2 + (x - camera.x) * camera.scale;
    const top = camera.height / 2 + (y - camera.y) * camera.scale;
    const over = (at: number, size: number): number =>
      at < EDGE ? at - EDGE : at > size - EDGE ? at - size + EDGE : 0;
    const [dx, dy] = [over(left, camera.width), over(top, camera.height)];
    if (dx === 0 && dy === 0) return;
    camera.panBy(-dx, -dy);
    target.moved();
  }

  function to(nextX: number, nextY: number): void {
    [x, y] = [nextX, nextY];
    follow();
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
      if (key === 'Enter') {
        if (shown) press();
        else show();
      } else if (key === 'g' || key === 'G') {
        if (isDown) return true;
        toHandle();
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
