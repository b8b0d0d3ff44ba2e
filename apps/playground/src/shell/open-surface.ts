// Which surface the page draws on: WebGPU where there is one, else a 2-D canvas.
import { requestDevice } from '@wayfield/gpu';
import { createCanvasSurface } from '../draw/canvas-surface.ts';
import { createGpuSurface } from '../draw/gpu-surface.ts';
import type { Surface } from '../draw/surface.ts';
import { element } from './element.ts';

export interface OpenSurface {
  readonly surface: Surface;
  readonly device: GPUDevice | undefined;
  /** Why it is not WebGPU, in words. */
  readonly reason: string | undefined;
}

/**
 * Puts a canvas into `stage`. `lost` is called when the device goes away on its own, `refused` when it
 * does not do what it was told.
 */
export async function openSurface(
  stage: HTMLElement,
  lost: (reason: string) => void,
  refused: (reason: string) => void,
): Promise<OpenSurface> {
  let device: GPUDevice | undefined;
  let reason: string | undefined;
  const canvas = element('canvas', { class: 'scene' });
  try {
    device = await requestDevice({ label: 'playground' });
    stage.prepend(canvas);
    const surface = createGpuSurface(device, canvas);
    device.onuncapturederror = ({ error }) => refused(error.message);
    void device.lost.then(({ reason: why, message }) => {
      if (why !== 'destroyed') lost(message);
    });
    return { surface, device, reason };
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
    device?.destroy();
    canvas.remove();
  }
  return openCanvas(stage, reason);
}

/** The 2-D canvas, also where there is WebGPU. */
export function openCanvas(stage: HTMLElement, reason: string | undefined): OpenSurface {
  const canvas = element('canvas', { class: 'scene' });
  stage.prepend(canvas);
  return { surface: createCanvasSurface(canvas), device: undefined, reason };
}
