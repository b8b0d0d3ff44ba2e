// Chooses the surface of the page: WebGPU if the browser has it, else a 2-D canvas.
import { isSoftwareAdapter, requestDevice } from '@wayfield/gpu-core';
import { createCanvasSurface } from '../draw/canvas-surface.ts';
import { createGpuSurface } from '../draw/gpu-surface.ts';
import { createRemoteSurface, workersDraw } from '../draw/remote-surface.ts';
import type { Screen } from '../draw/surface.ts';
import { element } from '../common/element.ts';

export interface OpenSurface {
  readonly surface: Screen;
  readonly device: GPUDevice | undefined;
  /** The only WebGPU adapter is software on the CPU. */
  readonly isSoftware: boolean;
  /** Why the surface is not WebGPU, in words. */
  readonly reason: string | undefined;
  /** Removes the canvas and destroys the device. */
  close(): void;
}

/**
 * In the query of the address (`?software`): WebGPU is used even if it is software. For tests.
 */
const ASKED = 'software';

/** Whether the adapter of WebGPU is software. */
async function isOnlySoftware(): Promise<boolean> {
  try {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    return adapter ? isSoftwareAdapter(adapter) : false;
  } catch {
    // `requestDevice` will throw the reason
    return false;
  }
}

/**
 * Puts a canvas into `stage`. A software device is not used unless the address asks for it: it
 * draws a few frames a second, and the 2-D canvas sixty. `lost` is called if the device is lost
 * before `close`, `refused` for uncaptured errors of the device.
 */
export async function openSurface(
  stage: HTMLElement,
  lost: (reason: string) => void,
  refused: (reason: string) => void,
  redraw: () => void,
): Promise<OpenSurface> {
  let device: GPUDevice | undefined;
  let closed = false;
  const isSoftware = await isOnlySoftware();
  if (isSoftware && !new URLSearchParams(location.search).has(ASKED)) {
    const reason = 'WebGPU is only a program on this machine, much slower than the 2-D canvas.';
    return openCanvas(stage, reason, redraw, isSoftware);
  }
  const canvas = element('canvas', { class: 'scene' });
  const close = (): void => {
    closed = true;
    canvas.remove();
    device?.destroy();
  };
  try {
    device = await requestDevice({ label: 'playground', allowSoftware: true });
    stage.prepend(canvas);
    const surface = await createGpuSurface(device, canvas);
    // `lost` must not be called before the caller has this surface
    const gone = await Promise.race([device.lost, undefined]);
    if (gone) throw new Error(`the graphics device was lost: ${gone.message}`);
    device.onuncapturederror = ({ error }) => refused(error.message);
    void device.lost.then(({ message }) => {
      if (!closed) lost(message);
    });
    return { surface, device, isSoftware, reason: undefined, close };
  } catch (error) {
    close();
    return openCanvas(stage, error instanceof Error ? error.message : String(error), redraw);
  }
}

/**
 * The 2-D canvas. A worker draws it, or the page if workers cannot draw or the worker fails.
 */
export function openCanvas(
  stage: HTMLElement,
  reason: string | undefined,
  redraw: () => void,
  isSoftware = false,
): OpenSurface {
  let canvas: HTMLCanvasElement;
  let surface: Screen;
  const place = (): HTMLCanvasElement => {
    canvas = element('canvas', { class: 'scene' });
    stage.prepend(canvas);
    return canvas;
  };
  const close = (): void => {
    surface.close();
    canvas.remove();
  };
  function drawHere(): void {
    surface = createCanvasSurface(place(), redraw);
  }
  function workerFailed(error: Error): void {
    console.warn(`the page draws, because its worker does not: ${error.message}`);
    close();
    drawHere();
    redraw();
  }
  if (workersDraw()) surface = createRemoteSurface(place(), workerFailed);
  else drawHere();
  return {
    get surface() {
      return surface;
    },
    device: undefined,
    isSoftware,
    reason,
    close,
  };
}
