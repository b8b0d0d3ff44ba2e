import { element } from '../common/element.ts';

/** Asks a person for a file. */
export function pickFile(accept: readonly string[], take: (file: File) => void): void {
  const input = element('input', { type: 'file', accept: accept.join(',') });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) take(file);
  });
  input.click();
}

/**
 * Undoes `gzip` if the scene takes the unpacked file and not the packed one. Throws an Error with a
 * message for people if the file is damaged.
 */
export async function unzipped(file: File, takes: (name: string) => boolean): Promise<File> {
  const name = file.name.replace(/\.gz$/i, '');
  if (name === file.name || takes(file.name) || !takes(name)) return file;
  try {
    const stream = file.stream().pipeThrough(new DecompressionStream('gzip'));
    return new File([await new Response(stream).blob()], name);
  } catch {
    throw new Error('it is not whole, or no gzip file');
  }
}

/** Takes files that are dropped on an element. During a drag it has the class 'dropping'. */
export function acceptDrops(target: HTMLElement, take: (file: File) => void): void {
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    target.classList.add('dropping');
  };
  target.addEventListener('dragenter', over);
  target.addEventListener('dragover', over);
  target.addEventListener('dragleave', (event) => {
    if (!target.contains(event.relatedTarget as Node | null)) target.classList.remove('dropping');
  });
  target.addEventListener('drop', (event) => {
    event.preventDefault();
    target.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}
