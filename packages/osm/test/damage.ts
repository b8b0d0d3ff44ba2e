import { gzipSync } from 'node:zlib';
import { checkGraph } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { readOsm } from '../src/index.ts';
import { townBzip2 } from './fixtures/town-bz2.ts';
import { town } from './town.ts';
import { block, blob, headerBlob, joined, writePbf, writeXml } from './write-pbf.ts';

const xml = new TextEncoder().encode(writeXml(town));
/** Texts that mean something to a parser of XML, and numbers that are too large. */
const XML_PIECES = [
  '<',
  '>',
  '/>',
  '&',
  '&amp;',
  '&lol9;',
  '&#0;',
  '&#x110000;',
  '"',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE osm [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
  '<?xml version="1.0" encoding="UTF-16"?>',
  '<node id="9223372036854775808" lat="91" lon="NaN"/>',
  '<nd ref="-9223372036854775808"/>',
  '<way id="1"><way id="2">',
  '</osm>',
  ' visible="false"',
  ' lat="1e309"',
  '\0',
  '\uffff',
].map((text) => new TextEncoder().encode(text));
/**
 * Numbers that mean something to a parser of PBF: tags, lengths, and varints that are too large or
 * never end.
 */
const PBF_PIECES = [
  [0],
  [0x7f],
  [0x80],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  [0x80, 0x80, 0x80, 0x80, 0x10],
  [0x0a],
  [0x12],
  [0x1a],
  [0x22],
  [0x42],
  [0x0b],
  [0x88, 0x01, 0],
].map((bytes) => Uint8Array.from(bytes));

/**
 * Changes a few places of a file: bytes and pieces set, cut, put in and repeated, or its end cut
 * off.
 */
function damage(bytes: Uint8Array, next: () => number, pieces: readonly Uint8Array[]): Uint8Array {
  const below = (n: number): number => Math.floor(next() * n);
  let file: Uint8Array = new Uint8Array(bytes); // a copy, of a Buffer too
  for (let i = below(4); i >= 0; i--) {
    const at = below(file.length + 1);
    const kind = below(6);
    const [before, after] = [file.subarray(0, at), file.subarray(at)];
    if (kind === 0) file = new Uint8Array(before);
    else if (kind === 1 && at < file.length) file[at] = below(256);
    else if (kind === 2) file = joined([before, after.subarray(1 + below(8))]);
    else if (kind === 3) file = joined([before, pieces[below(pieces.length)], after]);
    else if (kind === 4) file = joined([before, after.subarray(0, below(64)), after]);
    else if (at < file.length) file[at] ^= 1 << below(8);
  }
  return file;
}

/** A form of the town, damaged in ways that fit it. */
export interface Format {
  readonly name: string;
  damaged(next: () => number): Uint8Array;
}

const inner = [
  block({ nodes: town.nodes! }),
  block({ ways: town.ways!, relations: town.relations! }),
];
const whole = writePbf(town, { raw: true });
const packed = new Uint8Array(gzipSync(xml));

/** One per form; `PBF blocks`, and half of the XML in gzip, are damaged before they are packed. */
export const FORMATS: readonly Format[] = [
  { name: 'XML', damaged: (next) => damage(xml, next, XML_PIECES) },
  {
    name: 'gzip',
    damaged: (next) =>
      next() < 0.5 ? damage(packed, next, PBF_PIECES) : gzipSync(damage(xml, next, XML_PIECES)),
  },
  { name: 'bzip2', damaged: (next) => damage(townBzip2, next, PBF_PIECES) },
  { name: 'PBF', damaged: (next) => damage(whole, next, PBF_PIECES) },
  {
    name: 'PBF blocks',
    damaged(next) {
      const which = Math.floor(next() * inner.length);
      const blocks = inner.map((bytes, i) =>
        i === which ? damage(bytes, next, PBF_PIECES) : bytes,
      );
      const raw = next() < 0.9; // deflating each takes longer than reading it
      return joined([headerBlob(), ...blocks.map((bytes) => blob('OSMData', bytes, raw))]);
    },
  },
];

/** How many damaged files were read, and the most milliseconds of processor time that one took. */
export interface FuzzResult {
  read: number;
  refused: number;
  slowest: number;
}

/**
 * Reads damaged files: each gives a right graph or a SyntaxError or RangeError, and soon. Throws an
 * Error with the round and the file in base64 for anything else.
 */
export async function fuzz(format: Format, seed: number, rounds: number): Promise<FuzzResult> {
  const next = random(seed);
  const result = { read: 0, refused: 0, slowest: 0 };
  for (let round = 0; round < rounds; round++) {
    const file = format.damaged(next);
    const start = process.cpuUsage();
    try {
      const { graph } = await readOsm(file, { profile: 'car', turnRestrictions: true });
      checkGraph(graph);
      result.read++;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) {
        const shown = Buffer.from(file).toString('base64').slice(0, 4000);
        throw new Error(`${format.name}, seed ${seed}, round ${round}: ${shown}`, { cause: error });
      }
      result.refused++;
    }
    const { user, system } = process.cpuUsage(start);
    result.slowest = Math.max(result.slowest, (user + system) / 1000);
  }
  return result;
}
