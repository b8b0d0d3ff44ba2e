import { drawPicture, type PictureInput } from '../../fields/tables/picture.ts';
import type { Picture } from './results.ts';

/** The text beside a picture. */
export type PictureText = Pick<Picture, 'id' | 'title' | 'caption' | 'command'>;

/** A map of cells with paths and, if given, a field beside it, for a report. */
export function mapPicture(text: PictureText, input: PictureInput): Picture {
  const { width, height, png } = drawPicture(input);
  return pngPicture(text, width, height, png);
}

/** Any PNG with its size, for a report. */
export function pngPicture(
  text: PictureText,
  width: number,
  height: number,
  png: Uint8Array,
): Picture {
  return { ...text, width, height, png: Buffer.from(png).toString('base64') };
}
