// Which surface the page draws on: WebGPU where there is one, else a 2-D canvas.
import { isSoftwareAdapter, requestDevice } from '@wayfield/gpu-core';
import { createCanvasSurface } from '../draw/canvas-surface.ts';
import { createGpuSurface } from '../draw/gpu-surface.ts';
import { createRemoteSurface, workersDraw } from '../draw/remote-surface.ts';
import type { Screen } from '../draw/surface.ts';
import { element } from '../common/element.ts';

export interface OpenSurface {
  readonly surface: Screen;
  readonly device: GPUDevice | undefined;
  /** WebGPU is software on the CPU here; the device, where there is one, too. */
  readonly isSoftware: boolean;
  /** Why it is not WebGPU, in words. */
  readonly reason: string | undefined;
  /** Gives the canvas and the device back. */
  close(): void;
}

/**
 * In the address of the page: draw and solve by WebGPU also where it is software. For tests.
 */
const ASKED = 'software';

/** There is WebGPU, by software alone. */
async function isOnlySoftware(): Promise<boolean> {
  try {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    return adapter ? isSoftwareAdapter(adapter) : false;
  } catch {
    // why there is no adapter is told when a device is asked for
    return false;
  }
}

/**
 * Puts a canvas into `stage`. A software device is left alone: it draws a few frames
 * a second where the 2-D canvas draws sixty. `lost` is called when the device goes away and `close`
 * was not called, `refused` when it does not do what it was told.
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
 * The 2-D canvas, also where there is WebGPU: drawn by a worker, or by the page where that cannot
 * be.
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
