// Reads one extract in a process of its own, as a command would. Prints milliseconds by the clock
// and of the processor, the largest memory, and the size of the graph. `read-child.js READER FILE`
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readOsmFile } from '@wayfield/osm/node';

/** What the process prints. */
export interface Reading {
  readonly wall: number;
  readonly cpu: number;
  /** The largest memory of the process, in bytes. */
  readonly memory: number;
  /** Arcs of the graph. */
  readonly count: number;
}

/** An element as other libraries return it. */
interface Element {
  readonly type: string;
  readonly id: number;
  readonly lat?: number;
  readonly lon?: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly refs?: readonly number[];
  readonly nodes?: readonly number[];
}

const CAR = new Set(
  ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']
    .flatMap((name) => [name, `${name}_link`])
    .concat('unclassified', 'residential', 'service', 'living_street', 'road'),
);

/**
 * The plainest car graph of some elements: every node is a node, and every segment of a street two
 * arcs with their length.
 */
function plainGraph(elements: readonly Element[]): number {
  const places = new Map<number, Element>();
  const arcs: { tail: number; head: number; metres: number }[] = [];
  for (const element of elements) if (element.type === 'node') places.set(element.id, element);
  for (const { type, tags, refs, nodes = refs ?? [] } of elements) {
    if (type !== 'way' || !CAR.has(tags?.highway ?? '')) continue;
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [places.get(nodes[i - 1]), places.get(nodes[i])];
      if (!a || !b) continue;
      const x = (b.lon! - a.lon!) * Math.cos((a.lat! * Math.PI) / 180);
      const metres = 111_195 * Math.hypot(x, b.lat! - a.lat!);
      arcs.push({ tail: a.id, head: b.id, metres }, { tail: b.id, head: a.id, metres });
    }
  }
  return arcs.length;
}

type Reader = (file: string) => Promise<number>;

/** The readers by name; each is imported before the clock starts. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
  wayfield: () =>
    Promise.resolve(async (file) => (await readOsmFile(file, { profile: 'car' })).graph.arcCount),
  async 'osm-pbf-parser'() {
    const name = 'osm-pbf-parser';
    const { default: parse } = (await import(name)) as {
      default: () => NodeJS.ReadWriteStream;
    };
    // the library's streams are of an old kind that has no async iterator
    return (file) =>
      new Promise((resolve, reject) => {
        const all: Element[] = [];
        createReadStream(file)
          .pipe(parse())
          .on('data', (some: Element[]) => {
            for (const element of some) all.push(element);
          })
          .on('end', () => resolve(plainGraph(all)))
          .on('error', reject);
      });
  },
  async 'osm-pbf-parser-node'() {
    const name = 'osm-pbf-parser-node';
    const { createOSMStream } = (await import(name)) as {
      createOSMStream(file: string, options: object): AsyncIterable<Element>;
    };
    return async (file) => {
      const all: Element[] = [];
      for await (const element of createOSMStream(file, { withTags: true, withInfo: false })) {
        all.push(element);
      }
      return plainGraph(all);
    };
  },
  async 'tiny-osmpbf'() {
    const name = 'tiny-osmpbf';
    const { default: parse } = (await import(name)) as {
      default: (bytes: Uint8Array) => { elements: Element[] };
    };
    return async (file) => plainGraph(parse(await readFile(file)).elements);
  },
};

const [reader, file] = process.argv.slice(2);
const read = await READERS[reader]();
const cpu = process.cpuUsage();
const begun = performance.now();
const count = await read(file);
const wall = performance.now() - begun;
const { user, system } = process.cpuUsage(cpu);
const reading: Reading = {
  wall,
  cpu: (user + system) / 1000,
  memory: process.resourceUsage().maxRSS * 1024,
  count,
};
console.log(JSON.stringify(reading));
