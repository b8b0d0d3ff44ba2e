// The surface of a canvas with WebGPU.
import { createGpuDrawing } from './gpu-drawing.ts';
import { pictureOf, pixelOf } from './canvas-pixels.ts';
import type { Screen } from './surface.ts';

/** No frame is begun while this many are under way. */
const MOST_UNDER_WAY = 2;

export async function createGpuSurface(
  device: GPUDevice,
  canvas: HTMLCanvasElement,
): Promise<Screen> {
  const context = canvas.getContext('webgpu');
  if (!context) throw new Error('this browser has WebGPU but no canvas for it');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'opaque' });
  const drawing = await createGpuDrawing(device, format);
  let underWay = 0;

  return {
    ...drawing,
    kind: 'webgpu',
    get view() {
      return drawing.view;
    },
    get ready() {
      return underWay < MOST_UNDER_WAY;
    },
    begin(view, background) {
      if (canvas.width !== view.width) canvas.width = view.width;
      if (canvas.height !== view.height) canvas.height = view.height;
      drawing.begin(view, background, context.getCurrentTexture().createView());
    },
    end() {
      drawing.end();
      underWay++;
      void device.queue
        .onSubmittedWorkDone()
        .catch(() => undefined)
        .finally(() => underWay--);
    },
    picture: () => pictureOf(canvas),
    pixel: async (x, y) => pixelOf(canvas, x, y),
    close() {},
  };
}
