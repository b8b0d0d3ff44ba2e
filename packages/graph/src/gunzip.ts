/** Options of `gunzip`. */
export interface GunzipOptions {
  /** Refuse to inflate to more bytes than this: a gzip file may be a bomb. Default 2^30. */
  readonly maxBytes?: number;
}

/**
 * Inflates `bytes` where they are gzip (they begin with 1f 8b) and returns any other bytes as they
 * are, the same array. Works in Node and in browsers, by their `DecompressionStream`.
 *
 * @throws SyntaxError when the gzip data is truncated or corrupt (its checksum is verified).
 * @throws RangeError when it inflates to more than `maxBytes`.
 */
export async function gunzip(bytes: Uint8Array, options: GunzipOptions = {}): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  const { maxBytes = 2 ** 30 } = options;
  let length = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      length += part.length;
      if (length > maxBytes) throw new RangeError(`gzip inflates to more than ${maxBytes} bytes`);
      out.enqueue(part);
    },
  });
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const inflated = packed.pipeThrough(new DecompressionStream('gzip')).pipeThrough(bound);
  try {
    return new Uint8Array(await new Response(inflated).arrayBuffer());
  } catch (cause) {
    if (length > maxBytes) throw cause;
    throw new SyntaxError(`gzip is truncated or corrupt: ${(cause as Error).message}`, { cause });
  }
}

/** Whether the bytes begin like a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
