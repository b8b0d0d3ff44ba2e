// One inflated blob of a PBF file, a block: a table of strings and groups of nodes, ways or
// relations. read-pbf.ts calls `readBlock` for each blob.
import { PbfReader } from 'pbf';
import {
  type ElementCounts,
  type Member,
  MOST_REFS,
  NO_TAGS,
  type Pass,
  type Tags,
} from './elements.ts';
import { createGrowing } from './growing.ts';
import {
  countAt,
  createDeltaIds,
  createFields,
  type Fields,
  readCount,
  readId,
  readSignedId,
} from './pbf-fields.ts';

const MEMBER_TYPES = ['node', 'way', 'relation'] as const;

/** A part of the block: its first byte, and the one after its last. */
type Range = readonly [start: number, stop: number];
const NOTHING: Range = [0, 0];

/** What all elements of a block share. */
interface Block {
  readonly pbf: PbfReader;
  readonly pass: Pass;
  readonly counts: ElementCounts;
  readonly text: (index: number) => string;
  /** Stored degrees to units of 1e-7 degrees; NaN out of range. */
  readonly lon: (stored: number) => number;
  readonly lat: (stored: number) => number;
}

/**
 * Runs over the elements of a block. Damage throws SyntaxError, or a plain Error of the library
 * `pbf`, which `naming` of read-pbf.ts turns into a SyntaxError.
 */
export function readBlock(pbf: PbfReader, pass: Pass, counts: ElementCounts): void {
  let strings: Strings = { count: 0, start: new Uint32Array(0), stop: new Uint32Array(0) };
  let granularity = 100;
  let latOffset = 0;
  let lonOffset = 0;
  const fields = createFields(pbf, 0, pbf.length);
  for (let field = fields.next(); field; field = fields.next()) {
    if (field === 1) strings = readStrings(pbf, fields);
    else if (field === 17) granularity = countAt(pbf, fields);
    else if (field === 19) latOffset = signedAt(pbf, fields);
    else if (field === 20) lonOffset = signedAt(pbf, fields);
  }
  const block: Block = {
    pbf,
    pass,
    counts,
    text: createTexts(pbf, strings),
    lon: createScale(granularity, lonOffset, 1.8e9),
    lat: createScale(granularity, latOffset, 0.9e9),
  };
  // a second run over the fields, because strings, granularity and offsets may stand after the
  // groups, which cannot be read without them
  const groups = createFields(pbf, 0, pbf.length);
  for (let field = groups.next(); field; field = groups.next()) {
    if (field === 2) readGroup(block, groups);
  }
}

function signedAt(pbf: PbfReader, { start }: Fields): number {
  pbf.pos = start;
  return pbf.readVarint(true);
}

/**
 * A function from stored degrees, multiples of `granularity` nanodegrees from an offset, to units
 * of 1e-7 degrees; NaN out of range.
 */
function createScale(
  granularity: number,
  offset: number,
  most: number,
): (stored: number) => number {
  return (stored) => {
    const value = Math.round((offset + granularity * stored) / 100);
    return value >= -most && value <= most ? value : NaN;
  };
}

/**
 * Where strings lie in the block: two lists of numbers, not objects, because a hostile block may
 * hold millions of empty strings.
 */
interface Strings {
  readonly count: number;
  readonly start: Uint32Array;
  readonly stop: Uint32Array;
}

function readStrings(pbf: PbfReader, table: Fields): Strings {
  const start = createGrowing(Uint32Array);
  const stop = createGrowing(Uint32Array);
  const fields = createFields(pbf, table.start, table.stop);
  for (let field = fields.next(); field; field = fields.next()) {
    if (field !== 1) continue;
    start.push(fields.start);
    stop.push(fields.stop);
  }
  return { count: start.length, start: start.values(), stop: stop.values() };
}

/** A function from the number of a string to the string, which it decodes when first asked. */
function createTexts(pbf: PbfReader, strings: Strings): (index: number) => string {
  const decoder = new TextDecoder();
  const texts = new Map<number, string>();
  return (index) => {
    let text = texts.get(index);
    if (text !== undefined) return text;
    if (index >= strings.count) {
      throw new SyntaxError(`string ${index} of ${strings.count}`);
    }
    text = decoder.decode(pbf.buf.subarray(strings.start[index], strings.stop[index]));
    texts.set(index, text);
    return text;
  };
}

function readGroup(block: Block, { start, stop }: Fields): void {
  const { pbf, pass, counts } = block;
  const fields = createFields(pbf, start, stop);
  for (let field = fields.next(); field; field = fields.next()) {
    if (field === 1) {
      counts.nodes++;
      if (pass.node) readNode(block, fields);
    } else if (field === 2) readDenseNodes(block, fields);
    else if (field === 3) {
      counts.ways++;
      if (pass.way) readWay(block, fields);
    } else if (field === 4) {
      counts.relations++;
      if (pass.relation) readRelation(block, fields);
    }
  }
}

function readNode({ pbf, pass, text, lon, lat }: Block, { start, stop }: Fields): void {
  const fields = createFields(pbf, start, stop);
  let id = NaN;
  let keys = NOTHING;
  let values = NOTHING;
  let [x, y] = [NaN, NaN];
  for (let field = fields.next(); field; field = fields.next()) {
    pbf.pos = fields.start;
    if (field === 1) id = readSignedId(pbf, pass.ids, true);
    else if (field === 2) keys = [fields.start, fields.stop];
    else if (field === 3) values = [fields.start, fields.stop];
    else if (field === 8) y = lat(pbf.readSVarint());
    else if (field === 9) x = lon(pbf.readSVarint());
  }
  const number = pass.findNode!(id);
  if (number >= 0) pass.node!(number, x, y, readTags(pbf, keys, values, text));
}

function readDenseNodes(block: Block, { start, stop }: Fields): void {
  const { pbf, pass, counts, lon, lat } = block;
  const fields = createFields(pbf, start, stop);
  let ids = NOTHING;
  let lats = NOTHING;
  let lons = NOTHING;
  let tags = NOTHING;
  for (let field = fields.next(); field; field = fields.next()) {
    const range: Range = [fields.start, fields.stop];
    if (field === 1) ids = range;
    else if (field === 8) lats = range;
    else if (field === 9) lons = range;
    else if (field === 10) tags = range;
  }
  if (!pass.node) {
    const count = countVarints(pbf.buf, ids);
    for (const range of [lats, lons]) {
      const places = countVarints(pbf.buf, range);
      if (places !== count) {
        throw new SyntaxError(`${count} dense nodes, ${places} coordinates`);
      }
    }
    counts.nodes += count;
    return;
  }
  const idReader = readerAt(pbf, ids);
  const latReader = readerAt(pbf, lats);
  const lonReader = readerAt(pbf, lons);
  const tagReader = readerAt(pbf, tags);
  const delta = createDeltaIds(pass.ids, true);
  let storedLat = 0;
  let storedLon = 0;
  while (idReader.pos < ids[1]) {
    const number = pass.findNode!(delta.next(idReader));
    storedLat += latReader.readSVarint();
    storedLon += lonReader.readSVarint();
    counts.nodes++;
    const found = readDenseTags(tagReader, tags[1], number >= 0, block);
    if (number >= 0) pass.node(number, lon(storedLon), lat(storedLat), found);
  }
  if (latReader.pos !== lats[1] || lonReader.pos !== lons[1] || idReader.pos !== ids[1]) {
    throw new SyntaxError('dense nodes have not as many coordinates as ids');
  }
}

/** The varints in a range: the last byte of each, and no other, is below 128. */
function countVarints(bytes: Uint8Array, [start, stop]: Range): number {
  let count = 0;
  for (let at = start; at < stop; at++) if (bytes[at] < 0x80) count++;
  return count;
}

function readerAt({ buf }: PbfReader, [start]: Range): PbfReader {
  const reader = new PbfReader(buf);
  reader.pos = start;
  return reader;
}

/**
 * The tags of the next dense node: keys and values in turn up to a zero. The list is empty if no
 * node of the group has tags.
 */
function readDenseTags(pbf: PbfReader, end: number, wanted: boolean, { text }: Block): Tags {
  let tags: Map<string, string> | undefined;
  while (pbf.pos < end) {
    const key = readCount(pbf, end);
    if (key === 0) break;
    const value = readCount(pbf, end);
    if (wanted) (tags ??= new Map()).set(text(key), text(value));
  }
  return tags ?? NO_TAGS;
}

function readTags(pbf: PbfReader, keys: Range, values: Range, text: Block['text']): Tags {
  if (keys[0] === keys[1]) return NO_TAGS;
  const tags = new Map<string, string>();
  let valueAt = values[0];
  pbf.pos = keys[0];
  while (pbf.pos < keys[1]) {
    const key = readCount(pbf, keys[1]);
    const next = pbf.pos;
    pbf.pos = valueAt;
    if (valueAt >= values[1]) throw new SyntaxError('a key without a value');
    tags.set(text(key), text(readCount(pbf, values[1])));
    valueAt = pbf.pos;
    pbf.pos = next;
  }
  return tags;
}

function readWay({ pbf, pass, text }: Block, { start, stop }: Fields): void {
  const fields = createFields(pbf, start, stop);
  let idAt = -1;
  let keys = NOTHING;
  let values = NOTHING;
  let refs = NOTHING;
  for (let field = fields.next(); field; field = fields.next()) {
    const range: Range = [fields.start, fields.stop];
    if (field === 1) idAt = fields.start;
    else if (field === 2) keys = range;
    else if (field === 3) values = range;
    else if (field === 8) refs = range;
  }
  if (idAt < 0) throw new SyntaxError(`a way without an id at ${start}`);
  if (!hasKey(pbf, keys, text, pass.wayKeys)) return;
  const tags = readTags(pbf, keys, values, text);
  if (!pass.wantsWay?.(tags)) return;
  pbf.pos = idAt;
  const id = readId(pbf, pass.ids);
  pass.way!(id, readDeltas(pbf, refs, pass), tags);
}

function hasKey(
  pbf: PbfReader,
  [start, stop]: Range,
  text: Block['text'],
  keys: ReadonlySet<string> | undefined,
): boolean {
  if (!keys) return true;
  pbf.pos = start;
  while (pbf.pos < stop) if (keys.has(text(readCount(pbf, stop)))) return true;
  return false;
}

const deltas: number[] = [];

/** The ids of a list of differences, in an array that the next call overwrites. */
function readDeltas(pbf: PbfReader, [start, stop]: Range, { ids }: Pass): number[] {
  if (stop - start > MOST_REFS) {
    throw new SyntaxError(`a list of ids in ${stop - start} bytes, the most is ${MOST_REFS}`);
  }
  deltas.length = 0;
  const delta = createDeltaIds(ids, false);
  pbf.pos = start;
  while (pbf.pos < stop) deltas.push(delta.next(pbf));
  if (pbf.pos > stop) throw new SyntaxError(`a list of ids runs over its end at ${stop}`);
  return deltas;
}

function readRelation({ pbf, pass, text }: Block, { start, stop }: Fields): void {
  const fields = createFields(pbf, start, stop);
  let idAt = -1;
  let keys = NOTHING;
  let values = NOTHING;
  let roles = NOTHING;
  let refs = NOTHING;
  let types = NOTHING;
  for (let field = fields.next(); field; field = fields.next()) {
    const range: Range = [fields.start, fields.stop];
    if (field === 1) idAt = fields.start;
    else if (field === 2) keys = range;
    else if (field === 3) values = range;
    else if (field === 8) roles = range;
    else if (field === 9) refs = range;
    else if (field === 10) types = range;
  }
  if (idAt < 0) throw new SyntaxError(`a relation without an id at ${start}`);
  const tags = readTags(pbf, keys, values, text);
  if (!pass.wantsRelation?.(tags)) return;
  const roleReader = readerAt(pbf, roles);
  const typeReader = readerAt(pbf, types);
  const members = readDeltas(pbf, refs, pass).map((ref): Member => {
    const type = MEMBER_TYPES[readCount(typeReader, types[1])];
    if (!type) throw new SyntaxError('a member of unknown type');
    return { ref, type, role: text(readCount(roleReader, roles[1])) };
  });
  pbf.pos = idAt;
  pass.relation!(readId(pbf, pass.ids), members, tags);
}
