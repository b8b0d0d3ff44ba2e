// The surface of the page, and what the page does when the device is lost or reports an error.
import type { Notice } from '../scenes/scene.ts';
import type { Screen } from '../draw/surface.ts';
import { openCanvas, openSurface, type OpenSurface } from './open-surface.ts';

export interface PageSurface {
  readonly surface: Screen;
  /** Absent on the 2-D canvas. */
  readonly device: GPUDevice | undefined;
  readonly isSoftware: boolean;
  /** Why the surface is not WebGPU, in words. */
  readonly reason: string | undefined;
}

/**
 * `changed` is called before and after the surface is replaced: the scene must be left, then begun
 * again. `redraw` asks for a frame.
 */
export async function createPageSurface(
  stage: HTMLElement,
  notice: (notice: Notice) => void,
  changed: (phase: 'leave' | 'begin') => void,
  redraw: () => void,
): Promise<PageSurface> {
  let refused = false;
  let opened: OpenSurface = await openSurface(stage, lost, refuse, redraw);

  function lost(reason: string): void {
    changed('leave');
    opened.close();
    opened = openCanvas(stage, reason, redraw);
    notice({
      kind: 'error',
      text: 'The graphics device was lost. The scene goes on without WebGPU.',
      action: { label: 'Try WebGPU again', run: () => void reopen() },
    });
    changed('begin');
  }

  /** Tells the first error only: hundreds may follow it. */
  function refuse(reason: string): void {
    if (refused) return;
    refused = true;
    console.error(reason);
    notice({
      kind: 'error',
      text: `WebGPU refused what the page asked of it: ${reason.split('\n')[0]}`,
      action: { label: 'Go on without WebGPU', run: () => lost(reason) },
    });
  }

  async function reopen(): Promise<void> {
    changed('leave');
    opened.close();
    refused = false;
    opened = await openSurface(stage, lost, refuse, redraw);
    changed('begin');
  }

  return {
    get surface() {
      return opened.surface;
    },
    get device() {
      return opened.device;
    },
    get isSoftware() {
      return opened.isSoftware;
    },
    get reason() {
      return opened.reason;
    },
  };
}
