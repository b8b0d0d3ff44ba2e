import { element } from './element.ts';

/** Saves a file. */
export function download(name: string, data: Blob): void {
  const href = URL.createObjectURL(data);
  element('a', { href, download: name }).click();
  // a download that has begun keeps the data
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
