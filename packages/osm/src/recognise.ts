// Tells kinds of files apart by their first bytes, for `createRun` of read-osm.ts.
/** What a file is, told by its first bytes. */
export type FileKind = 'gzip' | 'bzip2' | 'xml' | 'pbf';

/** How many bytes `recognise` needs of a file that does not begin with blanks. */
export const MAGIC_BYTES = 64;

/** The kind of file that begins with these bytes; SyntaxError, which shows them, for any other. */
export function recognise(head: Uint8Array): FileKind {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (startsWith(head, 'BZh')) return 'bzip2';
  // four bytes of length, then the field `type` of a blob header: nine letters
  if (startsWith(head.subarray(4), '\n\tOSMHeader')) return 'pbf';
  if (head[blanksOf(head)] === 0x3c) return 'xml';
  const shown = Array.from(head.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0'));
  throw new SyntaxError(
    head.length === 0
      ? 'the source is empty'
      : `the source begins with ${shown.join(' ')}, which is neither OSM XML, PBF, gzip nor bzip2`,
  );
}

/** Whether the bytes are a byte order mark and blanks alone. */
export const isBlank = (head: Uint8Array): boolean => blanksOf(head) === head.length;

/** How many bytes at the front are a byte order mark and blanks. */
function blanksOf(head: Uint8Array): number {
  let at = startsWith(head, '\xef\xbb\xbf') ? 3 : 0;
  while (head[at] === 32 || (head[at] >= 9 && head[at] <= 13)) at++;
  return at;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}
