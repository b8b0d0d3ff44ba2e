// Pointers, wheel and keys on the stage. What neither the scene nor its cursor uses moves the
// camera.
import type { Camera } from '../draw/camera.ts';
import type { ScenePointer } from '../scenes/scene.ts';

export interface GestureTarget {
  /** True if the scene uses the pointer. */
  pointer(pointer: ScenePointer): boolean;
  /** True if the scene or its cursor uses the key. */
  key(event: KeyboardEvent): boolean;
  fit(): void;
  /** The camera has moved. */
  moved(): void;
}

/** Pixels per line, for wheels that count lines. */
const LINE = 24;
/** The wheel zooms by e to the power of this per pixel: 1.2 for a notch of 100 pixels. */
const ZOOM_PER_PIXEL = 0.0018;
/** Pixels that an arrow key moves the camera, and the factor by which a key zooms. */
const KEY_STEP = 60;
const KEY_ZOOM = 1.25;

type Place = { readonly x: number; readonly y: number };

/** Whether an event is on the picture, not on an element over it. */
const isOnPicture = (event: Event, stage: HTMLElement): boolean =>
  event.target === stage || event.target instanceof HTMLCanvasElement;

function placeOn(stage: HTMLElement, event: MouseEvent): Place {
  const box = stage.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** Listens on `stage`, which is focusable: arrows move, + and − zoom, 0 shows all. */
export function listenToGestures(stage: HTMLElement, camera: Camera, target: GestureTarget): void {
  listenToPointers(stage, camera, target);
  listenToWheel(stage, camera, target);
  listenToCameraKeys(stage, camera, target);
}

/** One pointer goes to the scene or moves the camera; two zoom. */
function listenToPointers(stage: HTMLElement, camera: Camera, target: GestureTarget): void {
  const pointers = new Map<number, Place>();
  let owner: 'scene' | 'camera' | undefined;
  const toScene = (phase: ScenePointer['phase'], at: Place): boolean =>
    target.pointer({ phase, ...camera.toWorld(at.x, at.y), unit: 1 / camera.scale });

  function moveCamera(before: Place, at: Place, other: Place | undefined): void {
    if (other) {
      const gap = Math.hypot(before.x - other.x, before.y - other.y);
      const now = Math.hypot(at.x - other.x, at.y - other.y);
      camera.zoomAt((at.x + other.x) / 2, (at.y + other.y) / 2, now / Math.max(1, gap));
      camera.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
    } else camera.panBy(at.x - before.x, at.y - before.y);
    target.moved();
  }

  stage.addEventListener('pointerdown', (event) => {
    if (!isOnPicture(event, stage)) return;
    if (event.pointerType === 'mouse' && event.button > 1) return;
    stage.setPointerCapture(event.pointerId);
    const at = placeOn(stage, event);
    pointers.set(event.pointerId, at);
    if (pointers.size > 1) {
      // a second finger: the gesture becomes a pinch
      if (owner === 'scene') toScene('up', at);
      owner = 'camera';
      return;
    }
    owner = event.button === 0 && toScene('down', at) ? 'scene' : 'camera';
  });
  stage.addEventListener('pointermove', (event) => {
    const at = placeOn(stage, event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') toScene('hover', at);
      return;
    }
    pointers.set(event.pointerId, at);
    if (owner === 'scene') toScene('move', at);
    else moveCamera(before, at, [...pointers].find(([id]) => id !== event.pointerId)?.[1]);
  });
  const lift = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    if (owner === 'scene') toScene('up', placeOn(stage, event));
    if (pointers.size === 0) owner = undefined;
  };
  stage.addEventListener('pointerup', lift);
  stage.addEventListener('pointercancel', lift);
}

function listenToWheel(stage: HTMLElement, camera: Camera, target: GestureTarget): void {
  stage.addEventListener(
    'wheel',
    (event) => {
      // the scene's own view, instead of a picture, scrolls by itself
      if (!isOnPicture(event, stage)) return;
      event.preventDefault();
      const { x, y } = placeOn(stage, event);
      const pixels = event.deltaMode === 1 ? LINE * event.deltaY : event.deltaY;
      camera.zoomAt(x, y, Math.exp(-ZOOM_PER_PIXEL * pixels));
      target.moved();
    },
    { passive: false },
  );
}

/** Keys that the scene does not use move the camera. */
function listenToCameraKeys(stage: HTMLElement, camera: Camera, target: GestureTarget): void {
  stage.addEventListener('keydown', (event) => {
    if (event.target !== stage || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.key(event)) {
      event.preventDefault();
      return;
    }
    const [middleX, middleY] = [camera.width / 2, camera.height / 2];
    const moves: Record<string, () => void> = {
      ArrowLeft: () => camera.panBy(KEY_STEP, 0),
      ArrowRight: () => camera.panBy(-KEY_STEP, 0),
      ArrowUp: () => camera.panBy(0, KEY_STEP),
      ArrowDown: () => camera.panBy(0, -KEY_STEP),
      '+': () => camera.zoomAt(middleX, middleY, KEY_ZOOM),
      '=': () => camera.zoomAt(middleX, middleY, KEY_ZOOM),
      '-': () => camera.zoomAt(middleX, middleY, 1 / KEY_ZOOM),
      '0': () => target.fit(),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
    target.moved();
  });
}
