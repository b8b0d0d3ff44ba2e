// Which surface the page draws on: WebGPU where there is one, else a 2-D canvas.
import { requestDevice } from '@wayfield/gpu';
import { createCanvasSurface } from '../draw/canvas-surface.ts';
import { createGpuSurface } from '../draw/gpu-surface.ts';
import type { Surface } from '../draw/surface.ts';
import { isSoftware } from '../software-device.ts';
import { element } from './element.ts';

export interface OpenSurface {
  readonly surface: Surface;
  readonly device: GPUDevice | undefined;
  /** The device is a program on the CPU. */
  readonly isSoftware: boolean;
  /** Why it is not WebGPU, in words. */
  readonly reason: string | undefined;
  /** Gives the canvas and the device back. */
  close(): void;
}

/**
 * Puts a canvas into `stage`. `lost` is called when the device goes away and `close` was not called, `refused` when it
 * does not do what it was told.
 */
export async function openSurface(
  stage: HTMLElement,
  lost: (reason: string) => void,
  refused: (reason: string) => void,
  redraw: () => void,
): Promise<OpenSurface> {
  let device: GPUDevice | undefined;
  let closed = false;
  const canvas = element('canvas', { class: 'scene' });
  const close = (): void => {
    closed = true;
    canvas.remove();
    device?.destroy();
  };
  try {
    device = await requestDevice({ label: 'playground' });
    stage.prepend(canvas);
    const surface = await createGpuSurface(device, canvas);
    device.onuncapturederror = ({ error }) => refused(error.message);
    void device.lost.then(({ message }) => {
      if (!closed) lost(message);
    });
    return { surface, device, isSoftware: isSoftware(device), reason: undefined, close };
  } catch (error) {
    close();
    return openCanvas(stage, error instanceof Error ? error.message : String(error), redraw);
  }
}

/** The 2-D canvas, also where there is WebGPU. */
export function openCanvas(
  stage: HTMLElement,
  reason: string | undefined,
  redraw: () => void,
): OpenSurface {
  const canvas = element('canvas', { class: 'scene' });
  stage.prepend(canvas);
  const surface = createCanvasSurface(canvas, redraw);
  const close = (): void => {
    surface.close?.();
    canvas.remove();
  };
  return { surface, device: undefined, isSoftware: false, reason, close };
}
