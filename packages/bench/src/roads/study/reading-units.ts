import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readOsm } from '@wayfield/osm';
import { packageVersion } from '../../report/machine.ts';
import { measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import { ratioOfRounds } from '../../run/statistics/ratio-of.ts';
import type { Effort, StudyUnit, Value } from '../../run/study/study.ts';
import { READING_ROWS } from './tables.ts';

/** The least effort of each of READING_ROWS. */
const FROM: readonly Effort[] = ['tiny', 'quick', 'full'];
/** Rounds in which both read, in turns, after one reading of each. */
const ROUNDS: Readonly<Record<Effort, number>> = { tiny: 1, quick: 5, full: 3 };

/** Reading XML as a document (DOM), which the study rejected, and as a stream. */
export function readingUnits(): StudyUnit[] {
  return READING_ROWS.map((nodes, i) => ({
    key: `reading ${nodes} nodes`,
    rows: [['Section 3.2.1', String(nodes)]],
    from: FROM[i],
    seconds: 1 + nodes / 20_000,
    run: async ({ effort, put, check }) => {
      const text = townXml(nodes);
      const bytes = new TextEncoder().encode(text);
      const asStream = () => readOsm(bytes, { profile: 'car', contract: false });
      const stream = await firstOf(asStream);
      const none: Value = { value: null, note: '@xmldom/xmldom is not installed' };
      const there = packageVersion('@xmldom/xmldom') !== undefined;
      const document = there ? await firstOf(() => readDocument(text)) : undefined;
      if (document) {
        const { nodeCount, arcCount } = stream.value.graph;
        const { nodes: read, edges } = document.value;
        const same = read === nodeCount && 2 * edges === arcCount;
        const first = `${read} nodes and ${edges} edges, ${nodeCount} and ${arcCount / 2}`;
        check.fact(`${nodes} nodes: read as a document`, 'read as a stream', same, first);
      }
      const readers = [{ name: 'stream', run: asStream }];
      const others = there ? [{ name: 'document', run: () => readDocument(text) }] : [];
      const rounds = ROUNDS[effort];
      const sampling = { warmUp: 0, least: rounds, most: rounds, always: rounds };
      const race = await measureInTurns([...readers, ...others], 'whole', sampling);
      const time = race.time('stream');
      const theirs = there ? race.time('document') : undefined;
      put('Section 3.2.1', String(nodes), {
        file: bytes.length,
        'document (DOM)': theirs ?? none,
        stream: time,
        'DOM / stream': theirs ? ratioOfRounds(theirs.samples, time.samples).ratio : none,
        'held by the document': document ? heldBy(document.held) : none,
        'held by the network': heldBy(stream.held),
      });
    },
  }));
}

/** Bytes that a result holds. 0: as much was freed while it was made, so nothing is known. */
const heldBy = (bytes: number): Value =>
  bytes > 0 ? bytes : { value: null, note: 'too little to be told' };

/** What the first reading gives, and the bytes that it holds. */
async function firstOf<T>(read: () => T | Promise<T>): Promise<{ value: T; held: number }> {
  const before = usedBytes();
  const value = await read();
  return { value, held: Math.max(0, usedBytes() - before) };
}

/** Bytes in use after a garbage collection. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The document, with its nodes and edges as the study counts them. */
async function readDocument(
  text: string,
): Promise<{ document: unknown; nodes: number; edges: number }> {
  const { DOMParser } = await import('@xmldom/xmldom');
  const document = new DOMParser().parseFromString(text, 'text/xml');
  const places = new Map<string, readonly [number, number]>();
  for (const node of Array.from(document.getElementsByTagName('node'))) {
    const at = [Number(node.getAttribute('lon')), Number(node.getAttribute('lat'))] as const;
    places.set(node.getAttribute('id')!, at);
  }
  const used = new Set<string>();
  let edges = 0;
  for (const way of Array.from(document.getElementsByTagName('way'))) {
    const refs = Array.from(way.getElementsByTagName('nd'), (nd) => nd.getAttribute('ref')!);
    for (const ref of refs) used.add(ref);
    edges += refs.length - 1;
  }
  return { document, nodes: [...used].filter((ref) => places.has(ref)).length, edges };
}

/** Streets in rows and columns with about this number of nodes, as XML of OpenStreetMap. */
function townXml(nodes: number): string {
  const side = Math.floor(Math.sqrt(nodes));
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">'];
  const id = (x: number, y: number): number => y * side + x + 1;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [lat, lon] = [53 + y / 1000, -6 + x / 1000];
      lines.push(
        ` <node id="${id(x, y)}" lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}" version="1" ` +
          'user="somebody" uid="1" visible="true" changeset="1" timestamp="2010-01-01T00:00:00Z"/>',
      );
    }
  }
  for (let k = 0; k < 2 * side; k++) {
    const at = k % side;
    lines.push(` <way id="${k + 1}" version="1" user="somebody" uid="1" changeset="1">`);
    for (let i = 0; i < side; i++) {
      lines.push(`  <nd ref="${k < side ? id(i, at) : id(at, i)}"/>`);
    }
    lines.push(
      `  <tag k="highway" v="residential"/>`,
      `  <tag k="name" v="Street ${k}"/>`,
      ' </way>',
    );
  }
  lines.push('</osm>', '');
  return lines.join('\n');
}
