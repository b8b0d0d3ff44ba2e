// The surface of a page, drawn into a texture.
import { readBuffer } from '@wayfield/gpu-core';
import type { View } from '../src/draw/view.ts';
import type { Rgba } from '../src/draw/colours.ts';
import { createGpuDrawing } from '../src/draw/gpu-drawing.ts';
import type { Surface } from '../src/draw/surface.ts';

export interface Offscreen extends Surface {
  readonly width: number;
  readonly height: number;
  /** When all that was submitted is drawn. */
  done(): Promise<void>;
  /** Red, green, blue, alpha of the last picture. */
  read(): Promise<Uint8Array>;
}

const COPY_SRC = 0x01;
const RENDER_ATTACHMENT = 0x10;
const BUFFER_COPY = 0x0004 | 0x0008;

export async function createOffscreen(
  device: GPUDevice,
  width: number,
  height: number,
): Promise<Offscreen> {
  const format = 'rgba8unorm';
  const drawing = await createGpuDrawing(device, format);
  const usage = COPY_SRC | RENDER_ATTACHMENT;
  const texture = device.createTexture({ label: 'picture', size: [width, height], format, usage });
  const target = texture.createView();
  return {
    ...drawing,
    kind: 'webgpu',
    ready: true,
    width,
    height,
    get view() {
      return drawing.view;
    },
    begin: (view: View, background: Rgba) => drawing.begin(view, background, target),
    done: () => device.queue.onSubmittedWorkDone(),
    async read() {
      const pitch = Math.ceil((4 * width) / 256) * 256;
      const buffer = device.createBuffer({ size: pitch * height, usage: BUFFER_COPY });
      const encoder = device.createCommandEncoder();
      encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: pitch }, [width, height]);
      device.queue.submit([encoder.finish()]);
      const rows = await readBuffer(device, buffer, new Uint8Array(pitch * height));
      buffer.destroy();
      const pixels = new Uint8Array(4 * width * height);
      for (let y = 0; y < height; y++) {
        pixels.set(rows.subarray(y * pitch, y * pitch + 4 * width), 4 * width * y);
      }
      return pixels;
    },
  };
}
