// Pictures whose pixels are written as words, then drawn on a 2-D canvas.
import { makeCanvas } from './canvas-pixels.ts';
import type { AnyCanvas, Context2d, Raster } from './surface.ts';
import type { View } from './view.ts';

export interface PixelPicture {
  readonly canvas: AnyCanvas;
  readonly context: Context2d;
  readonly data: ImageData;
  /** One per pixel, the bytes red, green, blue, alpha. */
  readonly words: Uint32Array;
}

export function makePicture(width: number, height: number): PixelPicture {
  const made = makeCanvas(width, height);
  const data = made.context.createImageData(width, height);
  return { ...made, data, words: new Uint32Array(data.data.buffer) };
}

interface RasterPicture extends PixelPicture {
  version: number;
  palette: Uint32Array | undefined;
}

/** Draws rasters. The picture of each is kept, and made again when cells or colours change. */
export function createRasterPainter(): (context: Context2d, raster: Raster, view: View) => void {
  const pictures = new WeakMap<Raster, RasterPicture>();
  return (context, raster, { scale, centreX, centreY, width, height }) => {
    let picture = pictures.get(raster);
    if (!picture) {
      const blank = { version: -1, palette: undefined };
      picture = { ...makePicture(raster.width, raster.height), ...blank };
      pictures.set(raster, picture);
    }
    if (picture.version !== raster.version || picture.palette !== raster.palette) {
      const { palette } = raster;
      const index = raster.index as Uint8Array;
      for (let i = 0; i < index.length; i++) picture.words[i] = palette[index[i]];
      picture.context.putImageData(picture.data, 0, 0);
      picture.version = raster.version;
      picture.palette = palette;
    }
    context.imageSmoothingEnabled = scale < 1;
    const left = ((raster.x ?? 0) - centreX) * scale + width / 2;
    const top = ((raster.y ?? 0) - centreY) * scale + height / 2;
    context.drawImage(picture.canvas, left, top, raster.width * scale, raster.height * scale);
  };
}

/** A picture of the size of the canvas, for agents and discs of few pixels. */
export interface DotSheet {
  /** The words of the picture, as large as the view. */
  words(view: View): Uint32Array;
  /** Draws the picture over what is there. */
  show(context: Context2d): void;
}

export function createDotSheet(): DotSheet {
  let picture: PixelPicture | undefined;
  return {
    words({ width, height }) {
      if (!picture || picture.canvas.width !== width || picture.canvas.height !== height) {
        picture = makePicture(width, height);
      }
      return picture.words;
    },
    show(context) {
      if (!picture) return;
      picture.context.putImageData(picture.data, 0, 0);
      context.drawImage(picture.canvas, 0, 0);
    },
  };
}
