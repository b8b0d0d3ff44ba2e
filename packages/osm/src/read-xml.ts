// Reads OSM XML with the streaming parser saxes. It is strict, so damage is an error. It expands no
// entities that a file defines, so no text grows. read-osm.ts calls `readXml`.
import { SaxesParser, type SaxesTag } from 'saxes';
import {
  type ElementCounts,
  type Member,
  MOST_REFS,
  NO_TAGS,
  type Pass,
  toE7,
} from './elements.ts';

/**
 * Most characters without the start or the end of an element: no attribute of a map is longer.
 */
export const MOST_QUIET: number = 1 << 20;
/** Most levels of elements. A map has three: `osm`, `way`, `nd`. */
const MOST_DEPTH = 8;

type Attributes = Record<string, string>;

/**
 * Runs over OSM XML given as UTF-8 in chunks, up to `pass.lastNode`. Throws SyntaxError for text
 * that is no well-formed OSM XML, truncated files included; `counts` is kept up to date.
 */
export async function readXml(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  pass: Pass,
  counts: ElementCounts,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new SaxesParser({ fileName: 'OSM XML' });
  parser.on('error', (error) => {
    throw new SyntaxError(error.message);
  });
  let quiet = 0;
  const reader = createXmlReader(pass, counts);
  parser.on('opentag', (tag) => {
    quiet = 0;
    reader.open(tag);
  });
  parser.on('closetag', (tag) => {
    quiet = 0;
    reader.close(tag);
  });

  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw new SyntaxError('OSM XML: not UTF-8', { cause });
    }
  };
  for await (const chunk of chunks) {
    // in pieces, so that the limit is looked at often
    for (let at = 0; at < chunk.length; at += 1 << 16) {
      const text = decode(chunk.subarray(at, at + (1 << 16)));
      quiet += text.length;
      parser.write(text);
      if (quiet > MOST_QUIET) {
        throw new SyntaxError(`OSM XML: no element begins or ends within ${MOST_QUIET} characters`);
      }
      // the end of the last node may be in the next piece
      if (counts.nodes === pass.lastNode && !reader.isCollecting()) return;
    }
  }
  parser.write(decode());
  parser.close();
}

interface XmlReader {
  open(tag: SaxesTag): void;
  close(tag: SaxesTag): void;
  /** Whether a wanted element has begun and not ended. */
  isCollecting(): boolean;
}

/** Puts elements together from their tags. */
function createXmlReader(pass: Pass, counts: ElementCounts): XmlReader {
  const { ids } = pass;
  let depth = 0;
  // the current element: only requested parts are collected
  let collecting = false;
  let attributes: Attributes = {};
  let node = -1;
  let children = 0;
  const tags = new Map<string, string>();
  const refs: number[] = [];
  const members: Member[] = [];

  const start = (found: Attributes, wanted: unknown): void => {
    attributes = found;
    collecting = Boolean(wanted);
    children = 0;
    if (tags.size > 0) tags.clear();
    refs.length = 0;
    members.length = 0;
  };
  const isDeleted = (found: Attributes): boolean =>
    found.action === 'delete' || found.visible === 'false';

  return {
    isCollecting: () => collecting,
    open({ name, attributes: plain }) {
      const found = plain as Attributes; // without namespaces they are strings
      if (++depth === 1 && name !== 'osm') {
        throw new SyntaxError(`OSM XML: the root is <${name.slice(0, 24)}>, expected <osm>`);
      }
      if (depth > MOST_DEPTH) {
        throw new SyntaxError(`OSM XML: elements are nested deeper than ${MOST_DEPTH}`);
      }
      if (depth === 2) {
        if (isDeleted(found)) return start(found, false);
        if (name === 'node') {
          counts.nodes++;
          node = pass.findNode?.(ids.ofText(found.id, 'id of a node', true)) ?? -1;
          start(found, node >= 0);
        } else if (name === 'way') {
          counts.ways++;
          start(found, pass.way);
        } else if (name === 'relation') {
          counts.relations++;
          start(found, pass.relation);
        } else start(found, false);
      } else if (depth === 3 && collecting) {
        if (++children > MOST_REFS) {
          throw new SyntaxError(`OSM XML: an element with more than ${MOST_REFS} others in it`);
        }
        if (name === 'tag') tags.set(found.k ?? '', found.v ?? '');
        else if (name === 'nd') refs.push(ids.ofText(found.ref, 'ref of a way'));
        else if (name === 'member') {
          members.push({
            type: found.type as Member['type'],
            ref: ids.ofText(found.ref, 'ref of a member'),
            role: found.role ?? '',
          });
        }
      }
    },
    close({ name }) {
      if (depth-- !== 2 || !collecting) return;
      collecting = false;
      if (name === 'node') {
        const lon = toE7(toDegrees(attributes.lon), 180);
        const lat = toE7(toDegrees(attributes.lat), 90);
        pass.node?.(node, lon, lat, tags.size > 0 ? tags : NO_TAGS);
      } else if (name === 'way') {
        if (!hasKey(tags, pass.wayKeys) || !pass.wantsWay?.(tags)) return;
        pass.way?.(ids.ofText(attributes.id, 'id of a way'), refs, tags);
      } else if (pass.wantsRelation?.(tags)) {
        pass.relation?.(ids.ofText(attributes.id, 'id of a relation'), members, tags);
      }
    },
  };
}

/** The decimal number that an attribute holds, else NaN: `Number` also reads '' and '0x1'. */
function toDegrees(text = ''): number {
  return /[^\d.e+-]|^$/i.test(text) ? NaN : Number(text);
}

function hasKey(tags: ReadonlyMap<string, string>, keys?: ReadonlySet<string>): boolean {
  if (!keys) return true;
  for (const key of tags.keys()) if (keys.has(key)) return true;
  return false;
}
