// One run of one reader in a process of its own: see read.bench.ts.
import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [reader, file, rivals] = process.argv.slice(2);
const [library, part, graph] = reader.split(' ');

const CAR = new Set(
  ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']
    .flatMap((name) => [name, `${name}_link`])
    .concat('unclassified', 'residential', 'service', 'living_street', 'road'),
);

/**
 * The plainest graph of elements: every node a node, every piece of a street two arcs with lengths.
 */
function buildPlainGraph(elements) {
  const places = new Map();
  const arcs = [];
  for (const element of elements) if (element.type === 'node') places.set(element.id, element);
  for (const { type, tags, refs } of elements) {
    if (type !== 'way' || !CAR.has(tags?.highway)) continue;
    for (let i = 1; i < refs.length; i++) {
      const [a, b] = [places.get(refs[i - 1]), places.get(refs[i])];
      if (!a || !b) continue;
      const x = (b.lon - a.lon) * Math.cos((a.lat * Math.PI) / 180);
      const metres = 111_195 * Math.hypot(x, b.lat - a.lat);
      arcs.push({ tail: a.id, head: b.id, metres }, { tail: b.id, head: a.id, metres });
    }
  }
  return arcs.length;
}

const readers = {
  async wayfield() {
    const { readOsmFile } = await import('../dist/node.js');
    if (part !== 'reading') {
      return async () => (await readOsmFile(file, { profile: 'car' })).graph.arcCount;
    }
    // both passes, up to where the graph would be built
    const enough = new AbortController();
    const onProgress = ({ phase }) => phase === 'graph' && enough.abort();
    const { signal } = enough;
    return () => readOsmFile(file, { profile: 'car', onProgress, signal }).catch(() => 0);
  },
  async 'osm-pbf-parser'() {
    const parse = createRequire(join(rivals, 'x.js'))('osm-pbf-parser');
    return () =>
      new Promise((done, failed) => {
        const all = [];
        let count = 0;
        createReadStream(file)
          .pipe(parse())
          .on('data', (elements) => {
            count += elements.length;
            if (graph) for (const element of elements) all.push(element);
          })
          .on('end', () => done(graph ? buildPlainGraph(all) : count))
          .on('error', failed);
      });
  },
  async 'tiny-osmpbf'() {
    const parse = createRequire(join(rivals, 'x.js'))('tiny-osmpbf');
    return () => {
      const { elements } = parse(readFileSync(file));
      if (!graph) return elements.length;
      for (const element of elements) element.refs = element.nodes ?? element.refs;
      return buildPlainGraph(elements);
    };
  },
  async 'osm-pbf-parser-node'() {
    const { createOSMStream } = await import(join(rivals, 'osm-pbf-parser-node', 'parser.js'));
    return async () => {
      const all = [];
      let count = 0;
      for await (const element of createOSMStream(file, { withTags: true, withInfo: false })) {
        count++;
        if (graph) all.push(element);
      }
      return graph ? buildPlainGraph(all) : count;
    };
  },
};

const run = await readers[library]();
const start = process.cpuUsage();
const begun = performance.now();
const count = await run();
const wall = performance.now() - begun;
const { user, system } = process.cpuUsage(start);
const megabytes = process.resourceUsage().maxRSS / 1e3;
console.log(JSON.stringify({ wall, cpu: (user + system) / 1000, megabytes, count }));
