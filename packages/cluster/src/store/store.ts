// Stores beside the database: a folder that all machines see, or a server that answers GET, PUT and
// DELETE.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '@wayfield/check';
import { checkAddress, printableAddress, withoutPassword } from '../database/url.ts';
import { BYTES_AT_ONCE, reasonOf } from '../limits.ts';
import type { Store } from '../types.ts';
import { checkSha } from './sha.ts';

/** Milliseconds for one object to arrive over HTTP as a whole. */
const HTTP_TIMEOUT_MS = 120_000;

/**
 * The store at an address: `file:` a folder that all machines of the cluster see, `http:` or
 * `https:` a server that keeps what is PUT under a name, such as an object store behind a proxy. A
 * name and a password in the address are sent as basic authorisation.
 *
 * @example
 * const store = createStore('file:///mnt/maps');
 * const cluster = await createCluster(url, { store });
 * await cluster.destroy();
 */
export function createStore(address: string): Store {
  const url = checkAddress(address, 'address', ['file:', 'http:', 'https:']);
  return url.protocol === 'file:' ? folderStore(fileURLToPath(url)) : httpStore(url);
}

/**
 * A folder of files that are named by their SHA-256. `put` keeps a file that has the right length.
 */
export function folderStore(folder: string): Store {
  const fileOf = (sha: string): string => {
    checkSha(sha, 'sha');
    return join(folder, sha);
  };
  return {
    place: folder,
    async put(sha, bytes) {
      const file = fileOf(sha);
      const found = await stat(file).catch(() => undefined);
      if (found?.size === bytes.length) return;
      await mkdir(folder, { recursive: true });
      // written beside, then renamed: a reader never sees half a file
      const part = join(folder, `.${sha.slice(0, 16)}.${randomUUID()}`);
      try {
        await writeFile(part, bytes);
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(sha, most) {
      const file = await open(fileOf(sha), 'r');
      try {
        const { size } = await file.stat();
        if (size > most) refuse(`bytes of ${sha} in ${folder}`, size, `at most ${most}`);
        const bytes = new Uint8Array(size);
        let at = 0;
        while (at < size) {
          const { bytesRead } = await file.read(bytes, at, Math.min(size - at, BYTES_AT_ONCE), at);
          if (bytesRead === 0) refuse(`bytes of ${sha} in ${folder}`, at, String(size));
          at += bytesRead;
        }
        return bytes;
      } finally {
        await file.close();
      }
    },
    remove: (sha) => rm(fileOf(sha), { force: true }),
  };
}

function httpStore(url: URL): Store {
  const place = printableAddress(url);
  const headers: Record<string, string> = {};
  if (url.username || url.password) {
    const who = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(who).toString('base64')}`;
  }
  const base = new URL(url.href.endsWith('/') ? url.href : `${url.href}/`);
  base.username = '';
  base.password = '';

  async function ask(method: string, sha: string, body?: Uint8Array): Promise<Response> {
    checkSha(sha, 'sha');
    const signal = AbortSignal.timeout(HTTP_TIMEOUT_MS);
    const settings = { method, headers, signal, redirect: 'error' as const };
    try {
      const put = body && { body: body as Uint8Array<ArrayBuffer> };
      return await fetch(new URL(sha, base), { ...settings, ...put });
    } catch (error) {
      const { cause } = error as Error;
      const reason = withoutPassword(reasonOf(cause ?? error), url);
      throw new Error(`${method} ${sha} at ${place} failed: ${reason}`);
    }
  }

  return {
    place,
    async put(sha, bytes) {
      const { ok, status } = await ask('PUT', sha, bytes);
      if (!ok) throw new Error(`PUT ${sha} at ${place} was answered with status ${status}`);
    },
    async get(sha, most) {
      const response = await ask('GET', sha);
      const { ok, status, body } = response;
      if (!ok || body === null) {
        throw new Error(`GET ${sha} at ${place} was answered with status ${status}`);
      }
      return readBody(body, most, `bytes of ${sha} at ${place}`);
    },
    async remove(sha) {
      const { ok, status } = await ask('DELETE', sha);
      if (!ok && status !== 404) {
        throw new Error(`DELETE ${sha} at ${place} was answered with status ${status}`);
      }
    },
  };
}

/** A body of at most `most` bytes; what is longer is not read to its end. */
async function readBody(
  body: ReadableStream<Uint8Array>,
  most: number,
  name: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > most) refuse(name, length, `at most ${most}`);
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
