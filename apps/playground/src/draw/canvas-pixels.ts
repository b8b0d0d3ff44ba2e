// Hidden canvases, and reading what a canvas shows; on a page or in a worker.
import type { Context2d, AnyCanvas } from './surface.ts';

/** A hidden canvas and its context. */
export function makeCanvas(
  width: number,
  height: number,
): { readonly canvas: AnyCanvas; readonly context: Context2d } {
  const canvas: AnyCanvas =
    typeof OffscreenCanvas === 'undefined'
      ? Object.assign(document.createElement('canvas'), { width, height })
      : new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as Context2d | null;
  if (!context) throw new Error('this browser gives no 2-D canvas');
  return { canvas, context };
}

/** As PNG. */
export function pictureOf(canvas: AnyCanvas): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/png' });
  return new Promise((done) => canvas.toBlob(done));
}

/** Red, green and blue. */
export function pixelOf(canvas: AnyCanvas, x: number, y: number): number[] {
  const { context } = makeCanvas(1, 1);
  context.drawImage(canvas, -Math.floor(x), -Math.floor(y));
  return Array.from(context.getImageData(0, 0, 1, 1).data.subarray(0, 3));
}
