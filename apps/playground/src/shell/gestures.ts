// Pointers, wheel and keys on the stage: the scene (or its cursor) is asked first, the camera has the rest.
import type { Camera } from '../draw/camera.ts';
import type { ScenePointer } from '../scenes/scene.ts';

export interface GestureTarget {
  /** True where the scene uses the pointer. */
  pointer(pointer: ScenePointer): boolean;
  /** True where a key was for the scene. */
  key(event: KeyboardEvent): boolean;
  fit(): void;
  /** The camera has moved. */
  moved(): void;
}

/** Listens on `stage`, which is focusable: arrows move, + and − zoom, 0 shows all. */
export function listenToGestures(stage: HTMLElement, camera: Camera, target: GestureTarget): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let owner: 'scene' | 'camera' | undefined;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const toScene = (phase: ScenePointer['phase'], at: { x: number; y: number }): boolean =>
    target.pointer({ phase, ...camera.toWorld(at.x, at.y), unit: 1 / camera.scale });

  stage.addEventListener('pointerdown', (event) => {
    if (event.target !== stage && !(event.target instanceof HTMLCanvasElement)) return;
    if (event.pointerType === 'mouse' && event.button > 1) return;
    stage.setPointerCapture(event.pointerId);
    const at = place(event);
    pointers.set(event.pointerId, at);
    if (pointers.size > 1) {
      // a second finger: what began becomes a pinch
      if (owner === 'scene') toScene('up', at);
      owner = 'camera';
      return;
    }
    owner = event.button === 0 && toScene('down', at) ? 'scene' : 'camera';
  });
  stage.addEventListener('pointermove', (event) => {
    const at = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') toScene('hover', at);
      return;
    }
    pointers.set(event.pointerId, at);
    if (owner === 'scene') {
      toScene('move', at);
      return;
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const gap = Math.hypot(before.x - other.x, before.y - other.y);
      const now = Math.hypot(at.x - other.x, at.y - other.y);
      camera.zoomAt((at.x + other.x) / 2, (at.y + other.y) / 2, now / Math.max(1, gap));
      camera.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
    } else camera.panBy(at.x - before.x, at.y - before.y);
    target.moved();
  });
  const lift = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    if (owner === 'scene') toScene('up', place(event));
    if (pointers.size === 0) owner = undefined;
  };
  stage.addEventListener('pointerup', lift);
  stage.addEventListener('pointercancel', lift);
  stage.addEventListener(
    'wheel',
    (event) => {
      // what is read in place of the picture scrolls by itself
      if (event.target !== stage && !(event.target instanceof HTMLCanvasElement)) return;
      event.preventDefault();
      const { x, y } = place(event);
      const pixels = event.deltaMode === 1 ? 24 * event.deltaY : event.deltaY;
      camera.zoomAt(x, y, Math.exp(-0.0018 * pixels));
      target.moved();
    },
    { passive: false },
  );
  stage.addEventListener('keydown', (event) => {
    if (event.target !== stage || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.key(event)) {
      event.preventDefault();
      return;
    }
    const [middleX, middleY] = [camera.width / 2, camera.height / 2];
    const far = 60;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => camera.panBy(far, 0),
      ArrowRight: () => camera.panBy(-far, 0),
      ArrowUp: () => camera.panBy(0, far),
      ArrowDown: () => camera.panBy(0, -far),
      '+': () => camera.zoomAt(middleX, middleY, 1.25),
      '=': () => camera.zoomAt(middleX, middleY, 1.25),
      '-': () => camera.zoomAt(middleX, middleY, 0.8),
      '0': () => target.fit(),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
    target.moved();
  });
}
