// `window.wayfield`: the state of the page for tests and measurements.
import type { Camera } from '../draw/camera.ts';
import { allTransfers } from '../common/transfers.ts';
import { firstFrame, firstScene } from './first-frame.ts';
import type { Notices } from './notices.ts';
import type { PageSurface } from './page-surface.ts';
import type { Player } from './player.ts';
import type { Session } from './session.ts';

export interface Exposed {
  readonly session: Session;
  readonly player: Player;
  readonly surface: PageSurface;
  readonly camera: Camera;
  readonly stage: HTMLElement;
  readonly notices: Notices;
  readonly longTasks: { readonly longest: number };
  draw(): void;
}

/** All of it is read-only; `measure` runs ticks. */
export function exposeState(exposed: Exposed): void {
  const { session, player, surface, camera, stage, notices, longTasks } = exposed;
  const toStage = (x: number, y: number): { x: number; y: number } => ({
    x: camera.width / 2 + (x - camera.x) * camera.scale,
    y: camera.height / 2 + (y - camera.y) * camera.scale,
  });
  Object.defineProperty(window, 'wayfield', {
    value: Object.freeze({
      get scene() {
        return session.entry.id;
      },
      get ready() {
        return session.scene !== undefined;
      },
      get backend() {
        return session.scene?.backend;
      },
      get surface() {
        return surface.surface.kind;
      },
      get reason() {
        return surface.reason;
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
      /**
       * Milliseconds from the start of loading to the first picture of a scene, or of its ground.
       */
      get firstFrame() {
        return firstFrame();
      },
      /** Milliseconds from the start of loading to the first picture of a complete scene. */
      get firstScene() {
        return firstScene();
      },
      /** Milliseconds from the start of loading to the end of the first tick. */
      get firstTick() {
        return player.firstTick;
      },
      /** Bytes that went between the page, its workers and the GPU. */
      get transferred() {
        return allTransfers();
      },
      state: async () => session.scene?.state(),
      work: () => session.work()?.work,
      /** Pauses and runs a number of ticks as fast as they come; returns the milliseconds. */
      measure: (ticks: number) => player.measure(ticks),
      /** Red, green, blue of a place of the world, as it is drawn now. */
      pixel(x: number, y: number) {
        exposed.draw();
        const ratio = surface.surface.view.width / camera.width;
        const at = toStage(x, y);
        return surface.surface.pixel(at.x * ratio, at.y * ratio);
      },
      /** Where a place of the world is on the page. */
      toPage(x: number, y: number) {
        const box = stage.getBoundingClientRect();
        const at = toStage(x, y);
        return { x: box.left + at.x, y: box.top + at.y };
      },
    }),
  });
}
