import { element } from '../common/element.ts';

/** Adds a line of text to the lower right corner of a picture, where the page shows it, too. */
export async function withCredit(picture: Blob, text: string): Promise<Blob> {
  const image = await createImageBitmap(picture);
  const canvas = element('canvas', { width: image.width, height: image.height });
  const context = canvas.getContext('2d')!;
  const size = 12 * devicePixelRatio;
  context.drawImage(image, 0, 0);
  image.close();
  context.font = `${size}px sans-serif`;
  const width = context.measureText(text).width + size;
  const [left, top] = [canvas.width - width, canvas.height - 1.6 * size];
  context.fillStyle = 'rgb(255 255 255 / 0.8)';
  context.fillRect(left, top, width, 1.6 * size);
  context.fillStyle = '#1f2937';
  context.fillText(text, left + 0.5 * size, top + 1.15 * size);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return made ?? picture;
}
