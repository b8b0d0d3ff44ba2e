/** One plain file of a tar archive; `bytes` is a view on the archive. */
export interface TarFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bytes of a block of a tar file. */
const BLOCK = 512;

/**
 * The plain files of a tar archive (ustar, with the long names that GNU and pax archives put in
 * front of an entry); folders and links are left out. Throws an Error for an archive that is cut
 * off before the zeroed block that ends its entries, and for a name that would leave the folder it
 * is unpacked into.
 */
export function untar(tar: Uint8Array): TarFile[] {
  const files: TarFile[] = [];
  let longName: string | undefined;
  for (let at = 0; tar[at] !== 0;) {
    if (at + BLOCK > tar.length) {
      throw new Error(
        `tar archive of ${tar.length} bytes is cut off: byte ${at} begins no header and no end`,
      );
    }
    const size = Number.parseInt(text(tar, at + 124, 12).trim() || '0', 8);
    const kind = text(tar, at + 156, 1);
    const body = at + BLOCK;
    if (!(size >= 0) || body + size > tar.length) {
      throw new Error(`tar entry at byte ${at} has ${size} bytes, the archive ${tar.length}`);
    }
    const bytes = tar.subarray(body, body + size);
    if (kind === 'L') longName = text(bytes, 0, size);
    else if (kind === 'x') longName = paxPath(bytes) ?? longName;
    else {
      const prefix = text(tar, at + 257, 5) === 'ustar' ? text(tar, at + 345, 155) : '';
      const name = longName ?? (prefix ? `${prefix}/` : '') + text(tar, at, 100);
      longName = undefined;
      if (name.startsWith('/') || name.split('/').includes('..')) {
        throw new Error(`tar entry '${name}' would leave its folder`);
      }
      if (kind === '0' || kind === '') files.push({ name, bytes });
    }
    at = body + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

/** The text of a zero-ended field. */
function text(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** The path record of a pax header, whose lines read "length key=value". */
function paxPath(bytes: Uint8Array): string | undefined {
  for (const line of text(bytes, 0, bytes.length).split('\n')) {
    const found = /^\d+ path=(.*)$/.exec(line);
    if (found) return found[1];
  }
  return undefined;
}
