import { element } from './element.ts';

/** Gives a person a file to keep. */
export function download(name: string, data: Blob): void {
  const href = URL.createObjectURL(data);
  element('a', { href, download: name }).click();
  // the download has its own hold on the data once it has begun
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
