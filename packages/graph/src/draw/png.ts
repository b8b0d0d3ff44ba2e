// PNG (ISO/IEC 15948): 8 bits of red, green and blue a pixel, rows by the filter 'up'.
import { checkLength, object, refuse, whole } from '@wayfield/check';
import { deflate } from 'pako';
import type { Pixels } from './pixels.ts';

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Bits of a colour of a pixel. */
const DEPTH = 8;
/** Colour type: red, green, blue. */
const RGB = 2;
/** Filter of a row: each byte less the one above. Rows of a map repeat, so most bytes become 0. */
const UP = 2;
/** Bytes of a chunk beside its data: length, type, checksum. */
const CHUNK = 12;
/** A side of a picture; PNG allows 2^31 - 1. */
const side = whole(1, 65535);
const somePixels = object({ width: side, height: side }, 'Pixels');

/**
 * The bytes of a PNG file. The opacity of pixels is left out: pictures have none. The same pixels
 * give the same bytes on every machine. Throws RangeError where `data` has not 4 * width * height
 * entries.
 *
 * @example
 * const pixels = gridPixels(grid, { paths: [pathOf(routes, 0)] });
 * const png = writePng(pixels);
 * await writeFile('map.png', png);
 * console.log(String.fromCharCode(...png.subarray(1, 4))); // PNG
 */
export function writePng(pixels: Pixels): Uint8Array<ArrayBuffer> {
  somePixels(pixels, 'pixels');
  const { width, height, data } = pixels;
  checkLength(data, 4 * width * height, 'data');
  const row = 1 + 3 * width;
  const rows = new Uint8Array(height * row);
  for (let y = 0, at = 0; y < height; y++) {
    rows[at++] = UP;
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + x);
      const above = from - 4 * width;
      for (let c = 0; c < 3; c++) rows[at++] = data[from + c] - (y > 0 ? data[above + c] : 0);
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([DEPTH, RGB], 8);
  const body = deflate(rows);
  if (body.length >= 2 ** 31) refuse('pixels', body.length, 'less than 2^31 bytes of PNG');
  const parts = [chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', new Uint8Array(0))];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, SIGNATURE.length));
  bytes.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + CHUNK);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** The cyclic redundancy code of PNG and gzip. */
function crc32(bytes: Uint8Array): number {
  const table = new Uint32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    table[n] = c;
  }
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}
