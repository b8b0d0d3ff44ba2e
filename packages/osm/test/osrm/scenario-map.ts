// A scenario's map as OpenStreetMap XML: letters of the drawing are nodes, digits are places beside
// the roads.
import type { Scenario, Step, TableRow } from './features.ts';

/** Degrees of longitude and latitude. */
export type Place = readonly [lon: number, lat: number];

/** What a scenario's tables of ways, nodes and relations say. */
export interface ScenarioMap {
  readonly xml: string;
  /** By the sign in the drawing: the id of a node, and its place; digits have places only. */
  readonly nodeIds: ReadonlyMap<string, number>;
  readonly places: ReadonlyMap<string, Place>;
}

/** Degrees of a metre, as OSRM's scenarios take it. */
const METRE = 0.899067936e-5;
const ORIGIN = 1;

export type TagList = Readonly<Record<string, string>>;

interface Way {
  readonly refs: readonly number[];
  readonly tags: TagList;
}

/** Writes OpenStreetMap XML of nodes, ways and relations that are numbered from 1. */
function toXml(
  nodes: readonly { place: Place; tags: TagList }[],
  ways: readonly Way[],
  relations: readonly { members: readonly string[]; tags: TagList }[],
): string {
  const tagLines = (tags: TagList): string =>
    Object.entries(tags)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `<tag k="${escape(key)}" v="${escape(value)}"/>`)
      .join('');
  const lines = ['<osm version="0.6">'];
  nodes.forEach(({ place: [lon, lat], tags }, i) =>
    lines.push(`<node id="${i + 1}" lat="${lat}" lon="${lon}">${tagLines(tags)}</node>`),
  );
  ways.forEach(({ refs, tags }, i) => {
    const nds = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    lines.push(`<way id="${i + 1}">${nds}${tagLines(tags)}</way>`);
  });
  relations.forEach(({ members, tags }, i) =>
    lines.push(`<relation id="${i + 1}">${members.join('')}${tagLines(tags)}</relation>`),
  );
  return `${lines.join('\n')}\n</osm>`;
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The five nodes in a row, 1 to 5, of a row of a routability table; tags of `node/` are those of
 * the middle one.
 */
export function mapOfRow({ cells }: TableRow): string {
  const tags: Record<string, string> = 'highway' in cells ? {} : { highway: 'primary' };
  const middle: Record<string, string> = {};
  for (const [key, value] of Object.entries(cells)) {
    if (isAnswer(key)) continue;
    if (key.startsWith('node/')) middle[key.slice(5)] = value;
    else tags[key] = value === '(nil)' ? '' : value;
  }
  const refs = [1, 2, 3, 4, 5];
  const nodes = refs.map((i) => ({
    place: [ORIGIN + 100 * METRE * i, ORIGIN] as const,
    tags: i === 3 ? middle : {},
  }));
  return toXml(nodes, [{ refs, tags }], []);
}

const isAnswer = (key: string): boolean => /^(?:forw|backw|bothw)(?:_rate)?$|^#$/.test(key);

/** The map that the steps of a scenario draw. */
export function mapOfScenario({ steps }: Scenario): ScenarioMap {
  let grid = 100;
  const places = new Map<string, Place>();
  const nodeIds = new Map<string, number>();
  const nodeTags: { place: Place; tags: TagList }[] = [];
  const ways: Way[] = [];
  const wayIds = new Map<string, number>();
  const relations: { members: string[]; tags: TagList }[] = [];
  const put = (sign: string, place: Place): void => {
    places.set(sign, place);
    if (/\d/.test(sign)) return;
    nodeIds.set(sign, nodeTags.push({ place, tags: {} }));
  };
  for (const { text, rows, doc } of steps) {
    const size = /^a grid size of ([\d.]+) meters/.exec(text);
    if (size) grid = Number(size[1]);
    else if (text === 'the node map') {
      doc.split('\n').forEach((line, y) =>
        [...line].forEach((sign, x) => {
          const step = grid * METRE;
          if (/[a-z\d]/i.test(sign)) put(sign, [ORIGIN + x * step, ORIGIN - y * step]);
        }),
      );
    } else if (text === 'the node locations') {
      for (const { cells } of rows) put(cells.node, [Number(cells.lon), Number(cells.lat)]);
    } else if (text.startsWith('the ways')) {
      for (const { cells } of rows) {
        const refs = [...cells.nodes].map((sign) => nodeIds.get(sign)!);
        const id = ways.push({ refs, tags: wayTags(cells) });
        wayIds.set(cells.nodes, id);
      }
    } else if (text === 'the nodes') {
      for (const { cells } of rows) {
        const { node, id: _, ...tags } = cells;
        const at = nodeIds.get(node)! - 1;
        nodeTags[at] = { ...nodeTags[at], tags: { ...nodeTags[at].tags, ...tags } };
      }
    } else if (text === 'the relations') {
      for (const { cells } of rows) relations.push(relationOf(cells, nodeIds, wayIds));
    }
  }
  return { xml: toXml(nodeTags, ways, relations), nodeIds, places };
}

/**
 * A way is primary where its row names no highway, and its name is that of its nodes where it names
 * none.
 */
function wayTags({ nodes, ...given }: Readonly<Record<string, string>>): TagList {
  const tags: Record<string, string> = { highway: 'primary', name: nodes, ...given };
  delete tags['#'];
  if (tags.highway === '(nil)') tags.highway = '';
  if (/^(?:""|''|\(nil\))$/.test(tags.name)) tags.name = '';
  return tags;
}

function relationOf(
  cells: Readonly<Record<string, string>>,
  nodeIds: ReadonlyMap<string, number>,
  wayIds: ReadonlyMap<string, number>,
): { members: string[]; tags: TagList } {
  const members: string[] = [];
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(cells)) {
    const [type, role] = key.split(/:(.*)/);
    if (type !== 'way' && type !== 'node') {
      tags[key] = value;
      continue;
    }
    for (const name of value.split(',').filter((text) => text !== '')) {
      const ref =
        type === 'node'
          ? nodeIds.get(name)
          : (wayIds.get(name) ?? wayIds.get([...name].reverse().join('')));
      if (ref) members.push(`<member type="${type}" ref="${ref}" role="${role ?? ''}"/>`);
    }
  }
  return { members, tags };
}

/** What a scenario asks after its map is drawn: rows of routability, and rows of routes. */
export function questionsOf({ steps }: Scenario): { routability: TableRow[]; routes: TableRow[] } {
  const rowsOf = (wanted: RegExp): TableRow[] =>
    steps.filter(({ text }: Step) => wanted.test(text)).flatMap(({ rows }) => [...rows]);
  return {
    routability: rowsOf(/^routability should be/),
    routes: rowsOf(/^I route I should get/),
  };
}
