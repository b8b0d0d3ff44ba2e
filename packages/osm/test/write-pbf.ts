// Writes PBF files by hand, right ones and wrong ones.
import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

export interface PbfNode {
  id: number | bigint;
  lonE7: number;
  latE7: number;
  tags?: Record<string, string>;
}
export interface PbfWay {
  id: number | bigint;
  refs: (number | bigint)[];
  tags?: Record<string, string>;
}
export interface PbfRelation {
  id: number | bigint;
  members: { type: 'node' | 'way' | 'relation'; ref: number | bigint; role: string }[];
  tags?: Record<string, string>;
}
export interface PbfContent {
  nodes?: PbfNode[];
  ways?: PbfWay[];
  relations?: PbfRelation[];
}
export interface PbfOptions {
  dense?: boolean;
  raw?: boolean;
  /** Nanodegrees per unit. */
  granularity?: number;
  offset?: number;
  features?: string[];
}

type Varint = (pbf: PbfWriter) => void;

/** A varint of 64 bits, which the library cannot write exactly. */
function big(pbf: PbfWriter, value: bigint): void {
  let rest = BigInt.asUintN(64, value);
  do {
    const more = rest > 0x7fn;
    pbf.writeVarint(Number(rest & 0x7fn) | 0);
    if (more) pbf.buf[pbf.pos - 1] |= 0x80;
    rest >>= 7n;
  } while (rest > 0n);
}

export function bytesOf(write: Varint): Uint8Array {
  const pbf = new PbfWriter();
  write(pbf);
  return pbf.finish().slice();
}

const zigzag = (value: bigint): bigint => (value << 1n) ^ (value >> 63n);

function deltas(values: (number | bigint)[]): Uint8Array {
  return bytesOf((pbf) => {
    if (values.every((value) => typeof value === 'number')) {
      let before = 0;
      for (const value of values) {
        pbf.writeSVarint(value - before);
        before = value;
      }
      return;
    }
    let last = 0n;
    for (const value of values) {
      big(pbf, zigzag(BigInt.asIntN(64, BigInt(value) - last)));
      last = BigInt(value);
    }
  });
}

function packed(values: number[]): Uint8Array {
  return bytesOf((pbf) => values.forEach((value) => pbf.writeVarint(value)));
}

/** One blob: its length, its header and its data. */
export function blob(type: string, content: Uint8Array, raw = false): Uint8Array {
  const body = bytesOf((pbf) => {
    if (raw) pbf.writeBytesField(1, content);
    else {
      pbf.writeVarintField(2, content.length);
      pbf.writeBytesField(3, deflateSync(content));
    }
  });
  return framed(type, body, body.length);
}

/** A blob whose header says `size`, whatever its body is. */
export function framed(type: string, body: Uint8Array, size: number): Uint8Array {
  const header = bytesOf((pbf) => {
    pbf.writeStringField(1, type);
    pbf.writeVarintField(3, size);
  });
  const out = new Uint8Array(4 + header.length + body.length);
  new DataView(out.buffer).setUint32(0, header.length);
  out.set(header, 4);
  out.set(body, 4 + header.length);
  return out;
}

export function headerBlob(features: string[] = ['OsmSchema-V0.6', 'DenseNodes']): Uint8Array {
  return blob(
    'OSMHeader',
    bytesOf((pbf) => features.forEach((text) => pbf.writeStringField(4, text))),
  );
}

/** A whole file with one block per kind of element. */
export function writePbf(content: PbfContent, options: PbfOptions = {}): Uint8Array {
  const { nodes = [], ways = [], relations = [] } = content;
  const parts = [headerBlob(options.features)];
  const kinds: PbfContent[] = [{ nodes }, { ways }, { relations }];
  for (const kind of kinds) {
    if (Object.values(kind)[0].length > 0)
      parts.push(blob('OSMData', block(kind, options), options.raw));
  }
  return joined(parts);
}

export function joined(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function block(content: PbfContent, options: PbfOptions = {}): Uint8Array {
  const { nodes = [], ways = [], relations = [] } = content;
  const { dense = true, granularity = 100, offset = 0 } = options;
  const strings = [''];
  const text = (value: string): number => {
    const at = strings.indexOf(value);
    return at > 0 ? at : strings.push(value) - 1;
  };
  const stored = (e7: number): number => (e7 * 100 - offset) / granularity;
  const tagFields = (pbf: PbfWriter, tags: Record<string, string> = {}): void => {
    pbf.writeBytesField(2, packed(Object.keys(tags).map(text)));
    pbf.writeBytesField(3, packed(Object.values(tags).map(text)));
  };
  const group = bytesOf((pbf) => {
    if (dense && nodes.length > 0) {
      pbf.writeBytesField(
        2,
        bytesOf((d) => {
          d.writeBytesField(1, deltas(nodes.map(({ id }) => id)));
          d.writeBytesField(8, deltas(nodes.map(({ latE7 }) => stored(latE7))));
          d.writeBytesField(9, deltas(nodes.map(({ lonE7 }) => stored(lonE7))));
          const tags = nodes.flatMap((node) => [
            ...Object.entries(node.tags ?? {})
              .flat()
              .map(text),
            0,
          ]);
          d.writeBytesField(10, packed(tags));
        }),
      );
    } else {
      for (const node of nodes) {
        pbf.writeBytesField(
          1,
          bytesOf((n) => {
            n.writeTag(1, 0);
            big(n, zigzag(BigInt(node.id)));
            tagFields(n, node.tags);
            n.writeSVarintField(8, stored(node.latE7));
            n.writeSVarintField(9, stored(node.lonE7));
          }),
        );
      }
    }
    for (const way of ways) {
      pbf.writeBytesField(
        3,
        bytesOf((w) => {
          w.writeTag(1, 0);
          big(w, BigInt(way.id));
          tagFields(w, way.tags);
          w.writeBytesField(8, deltas(way.refs));
        }),
      );
    }
    for (const relation of relations) {
      pbf.writeBytesField(
        4,
        bytesOf((r) => {
          r.writeTag(1, 0);
          big(r, BigInt(relation.id));
          tagFields(r, relation.tags);
          r.writeBytesField(8, packed(relation.members.map(({ role }) => text(role))));
          r.writeBytesField(9, deltas(relation.members.map(({ ref }) => ref)));
          const types = ['node', 'way', 'relation'];
          r.writeBytesField(10, packed(relation.members.map(({ type }) => types.indexOf(type))));
        }),
      );
    }
  });
  return bytesOf((pbf) => {
    const encoder = new TextEncoder();
    pbf.writeBytesField(
      1,
      bytesOf((s) => strings.forEach((value) => s.writeBytesField(1, encoder.encode(value)))),
    );
    pbf.writeBytesField(2, group);
    if (granularity !== 100) pbf.writeVarintField(17, granularity);
    if (offset !== 0) {
      pbf.writeVarintField(19, offset);
      pbf.writeVarintField(20, offset);
    }
  });
}

/** The same content as XML. */
export function writeXml({ nodes = [], ways = [], relations = [] }: PbfContent): string {
  const escaped = (value: string): string =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const tagsOf = (tags: Record<string, string> = {}): string =>
    Object.entries(tags)
      .map(([k, v]) => `<tag k="${escaped(k)}" v="${escaped(v)}"/>`)
      .join('');
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">'];
  for (const { id, lonE7, latE7, tags } of nodes) {
    lines.push(`<node id="${id}" lat="${latE7 / 1e7}" lon="${lonE7 / 1e7}">${tagsOf(tags)}</node>`);
  }
  for (const { id, refs, tags } of ways) {
    lines.push(
      `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tagsOf(tags)}</way>`,
    );
  }
  for (const { id, members, tags } of relations) {
    const list = members.map(
      ({ type, ref, role }) => `<member type="${type}" ref="${ref}" role="${escaped(role)}"/>`,
    );
    lines.push(`<relation id="${id}">${list.join('')}${tagsOf(tags)}</relation>`);
  }
  return [...lines, '</osm>', ''].join('\n');
}
