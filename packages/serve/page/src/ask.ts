// How the page asks the services: over HTTP if a routing server serves the page, otherwise in a
// worker on a map that is dropped on the page.
import type { About } from '../../src/server/about.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Asks the services. */
export interface Services {
  readonly about: About;
  /** The parsed answer to a request; its code is 'Ok' for success alone. */
  ask<T>(target: string): Promise<T & { readonly code: string; readonly message?: string }>;
  /** The bytes of a vector tile; rejects if there is none. */
  tile(x: number, y: number, zoom: number): Promise<ArrayBuffer>;
}

/** The services of the server of this page; undefined: the page has no routing server. */
export async function serverServices(): Promise<Services | undefined> {
  const about = await fetch('wayfield.json').catch(() => undefined);
  if (!about?.ok || !about.headers.get('content-type')?.includes('json')) return undefined;
  return {
    about: (await about.json()) as About,
    ask: async (target) => (await fetch(`.${target}`)).json(),
    async tile(x, y, zoom) {
      const answer = await fetch(`.${tileAddress(x, y, zoom)}`);
      if (!answer.ok) throw new Error(await answer.text());
      return answer.arrayBuffer();
    },
  };
}

/** How a request to the worker is settled. */
interface Asked {
  resolve(body: string | ArrayBuffer): void;
  reject(error: Error): void;
}

/**
 * The services on a map in a file, in a worker, which lives as long as the page. Rejects if the
 * file cannot be read or has no roads for cars; the worker then ends.
 */
export async function fileServices(
  file: File,
  onProgress: (what: string) => void,
): Promise<Services> {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Asked>();
  let next = 1;
  const send = (message: ToWorker): void => worker.postMessage(message);
  const about = await new Promise<About>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'progress') onProgress(data.what);
      else if (data.kind === 'ready') resolve(data.about);
      else if (data.kind === 'failed') reject(new Error(data.message));
      else {
        waiting.get(data.id)?.resolve(data.body);
        waiting.delete(data.id);
      }
    };
    const fail = (message: string): void => {
      reject(new Error(message));
      for (const asked of waiting.values()) asked.reject(new Error(message));
      waiting.clear();
    };
    worker.onerror = ({ message }) => fail(message);
    worker.onmessageerror = () => fail('an answer of the worker cannot be read');
    send({ kind: 'open', file });
  }).catch((error: unknown) => {
    worker.terminate();
    throw error;
  });
  const request = (target: string): Promise<string | ArrayBuffer> =>
    new Promise((resolve, reject) => {
      waiting.set(next, { resolve, reject });
      send({ kind: 'ask', id: next++, target });
    });
  return {
    about,
    ask: async (target) => JSON.parse((await request(target)) as string),
    async tile(x, y, zoom) {
      const body = await request(tileAddress(x, y, zoom));
      if (typeof body === 'string') throw new Error(body);
      return body;
    },
  };
}

function tileAddress(x: number, y: number, zoom: number): string {
  return `/tile/v1/any/tile(${x},${y},${zoom}).mvt`;
}
