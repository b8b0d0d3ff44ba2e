/** Options of `gunzip`. */
export interface GunzipOptions {
  /** Refuse to inflate to more bytes than this: a gzip file may be a bomb. Default 2^30. */
  readonly maxBytes?: number;
}

/**
 * Inflates `bytes` where they are gzip (they begin with 1f 8b) and returns any other bytes as they
 * are, the same array. Works in Node and in browsers, by their `DecompressionStream`; of gzip files with
 * several members, one after another, browsers read none.
 *
 * @throws SyntaxError when the gzip data is truncated or corrupt (its checksum is verified).
 * @throws RangeError when it inflates to more than `maxBytes`.
 */
export async function gunzip(bytes: Uint8Array, options: GunzipOptions = {}): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  const { maxBytes = 2 ** 30 } = options;
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  // read by hand: a Response would hide the reason of an error in browsers
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; ;) {
    const { value } = await reader.read().catch((cause: Error) => {
      throw new SyntaxError(`gzip is truncated or corrupt: ${cause.message}`, { cause });
    });
    if (!value) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new RangeError(`gzip inflates to more than ${maxBytes} bytes`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Whether the bytes begin like a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
