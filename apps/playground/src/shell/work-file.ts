// Settings and work as a file, and work as part of the address. Work is what a person has painted
// or placed.
import type { SceneEntry } from '../scenes/scene.ts';
import type { Work } from './session.ts';
import type { Settings, Value, Values } from '../common/settings.ts';

const FORMAT = 'wayfield-playground-2';

export function workFile(scene: string, settings: Settings, work: Work | undefined): Blob {
  const text = JSON.stringify({ format: FORMAT, scene, settings, ...work });
  return new Blob([text], { type: 'application/json' });
}

/** Reads a settings file. The message of the error says what is wrong with the file. */
export function readWork(
  text: string,
  scenes: readonly SceneEntry[],
): { entry: SceneEntry; settings: Values; work: Work | undefined } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error('it is no JSON');
  }
  if (typeof data !== 'object' || data === null) throw new Error('it holds no settings');
  const { format, scene, settings, work, file } = data as Record<string, unknown>;
  if (format !== FORMAT) throw new Error('it is not a settings file of this page');
  const entry = scenes.find(({ id }) => id === scene);
  if (!entry) throw new Error(`there is no scene '${String(scene)}'`);
  const values = new Map(Object.entries((settings ?? {}) as Record<string, Value>));
  const name = typeof file === 'string' ? file : undefined;
  return { entry, settings: values, work: work === undefined ? undefined : { work, file: name } };
}

/**
 * Most characters of packed work in an address: programs that pass links on cut off longer ones.
 */
export const MOST_PACKED = 6000;
/** Most bytes of unpacked work. Work of this page is smaller. */
const MOST_BYTES = 4 << 20;

/** Work as letters, digits, '-' and '_': deflated JSON. */
export async function packWork(work: unknown): Promise<string> {
  const json = new Blob([JSON.stringify(work)]);
  const bytes = await bytesThrough(json, new CompressionStream('deflate-raw'), Infinity);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The work that `packWork` packed; throws if `packed` is not such a text. */
export async function unpackWork(packed: string): Promise<unknown> {
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const through = new DecompressionStream('deflate-raw');
    return JSON.parse(
      new TextDecoder().decode(await bytesThrough(new Blob([bytes]), through, MOST_BYTES)),
    );
  } catch {
    throw new Error('that part of the address is not whole');
  }
}

async function bytesThrough(
  blob: Blob,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const parts: BlobPart[] = [];
  let size = 0;
  const reader = blob.stream().pipeThrough(through).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) throw new Error('too long');
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
