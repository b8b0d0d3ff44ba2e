import { suite } from 'uvu';
import {
  parseAgentScenario,
  parseDimacsCoordinates,
  parseDimacsGraph,
  parseMovingAiMap,
  parseMovingAiScenario,
  parseTerrainCsv,
} from '../src/formats.ts';
import { random } from '../src/generators.ts';

// Damaged files are read, or refused by a RangeError: nothing else, and soon.
const SEED = 20_261_120;
const ROUNDS = 4000;

const fuzz = suite(`loaders given damaged files, seed ${SEED}`);
const samples: Record<string, [parse: (data: Uint8Array) => unknown, text: string]> = {
  parseMovingAiMap: [
    parseMovingAiMap,
    'type octile\nheight 3\r\nwidth 5\nmap\n.@.GS\nTTOW.\n..@..\n',
  ],
  parseMovingAiScenario: [
    parseMovingAiScenario,
    'version 1\n0\tm.map\t5\t3\t0\t0\t4\t2\t4.8\n1 m.map 5 3 1 0 2 2 2.41\n',
  ],
  parseDimacsGraph: [
    parseDimacsGraph,
    'c x\np sp 12 4\na 1 2 30\na 12 3 0.5\r\na 4 4\ne 5 6 1e3\n',
  ],
  'parseDimacsGraph without p line': [parseDimacsGraph, 'a 0 2 30\n7 3\n4 4 1\n'],
  parseDimacsCoordinates: [
    parseDimacsCoordinates,
    'p aux sp co 3\nv 1 -5 1e3\nv 3 7.5 8\nv 2 0 0\n',
  ],
  parseTerrainCsv: [parseTerrainCsv, '1,0,2.5\n.5,1e2,3;\n\n'],
  parseAgentScenario: [parseAgentScenario, 'a name\n4x2\n.rx·\n×b..\n\ndest=1,1\ndest=0,0\n'],
};
// bytes that mean something somewhere, and lengths that ask for too much
const pieces = [
  '\n',
  '\r\n',
  ' ',
  '\t',
  ',',
  '-',
  '.',
  '9',
  '0',
  '4294967295',
  '1e999',
  'NaN',
  'x',
  '=',
  'p sp 9 9\n',
  '\0',
  '\u00d7',
  '\ufeff',
  '999999999',
];

function damage(bytes: Uint8Array, next: () => number): Uint8Array {
  const below = (n: number): number => Math.floor(next() * n);
  let list = Array.from(bytes);
  for (let i = below(4); i >= 0; i--) {
    const at = below(list.length + 1);
    const kind = below(6);
    if (kind === 0) list.length = at;
    else if (kind === 1) list[at] = below(256);
    else if (kind === 2) list.splice(at, 1 + below(5));
    else if (kind === 3)
      list.splice(at, 0, ...new TextEncoder().encode(pieces[below(pieces.length)]));
    else if (kind === 4) list.splice(at, 0, ...list.slice(at, at + below(30)));
    else list = [...list.slice(at), ...list.slice(0, at)];
  }
  return Uint8Array.from(list);
}

for (const [name, [parse, text]] of Object.entries(samples)) {
  fuzz(`${name}, ${ROUNDS} files`, () => {
    const next = random(SEED);
    const bytes = new TextEncoder().encode(text);
    parse(bytes);
    let read = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const bad = damage(bytes, next);
      try {
        parse(bad);
        read++;
      } catch (error) {
        if (error instanceof RangeError) continue;
        throw new Error(`round ${round}: ${JSON.stringify(new TextDecoder().decode(bad))}`, {
          cause: error,
        });
      }
    }
    // the damage is neither always harmless nor always fatal
    if (read < ROUNDS / 100 || read > ROUNDS * 0.9)
      throw new Error(`${read} of ${ROUNDS} were read`);
  });
}

fuzz.run();
