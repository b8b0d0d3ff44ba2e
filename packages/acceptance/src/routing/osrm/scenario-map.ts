// The map of a scenario as OpenStreetMap XML: letters of the drawing are nodes, digits are places
// beside the roads.
import type { Row, Step } from './read-features.ts';

/** Degrees of longitude and latitude. */
export type Place = readonly [lon: number, lat: number];

/** What the tables of ways, nodes and relations say. */
export interface ScenarioMap {
  readonly xml: string;
  readonly places: ReadonlyMap<string, Place>;
  /** Signs by ids of nodes. */
  readonly signs: ReadonlyMap<number, string>;
}

/** Latitude and longitude of the upper left corner in degrees, as in OSRM's scenarios. */
const ORIGIN = 1;
/** Degrees of a metre at the corner, to the east and to the north, on the ellipsoid WGS 84. */
const METRE = metreAt(ORIGIN);
/** Steps of the grid between two signs in a line; between lines there is one step. */
const WIDE = 0.5;
/** OSRM keeps places to 1e-6 degrees. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function metreAt(latitude: number): { readonly east: number; readonly north: number } {
  const [radius, eccentricity2] = [6378137, 0.00669437999014];
  const radians = Math.PI / 180;
  const sin = Math.sin(latitude * radians);
  const bulge = 1 / (1 - eccentricity2 * sin * sin);
  const across = radius * Math.sqrt(bulge);
  const along = across * bulge * (1 - eccentricity2);
  return {
    east: 1 / (across * Math.cos(latitude * radians) * radians),
    north: 1 / (along * radians),
  };
}

interface Element {
  id: number;
  readonly tags: Record<string, string>;
}
type Node = Element & { readonly place: Place };
type Way = Element & { readonly refs: readonly number[] };
type Relation = Element & { readonly members: readonly string[] };

/** The map that the steps of a scenario draw. */
export function mapOf(steps: readonly Step[]): ScenarioMap {
  const map = createMap();
  let grid = 100;
  for (const { text, rows, doc } of steps) {
    const size = /^a grid size of ([\d.]+) meters/.exec(text);
    if (size) grid = Number(size[1]);
    else if (text === 'the node map') map.draw(doc, grid);
    else if (text === 'the node locations') {
      for (const { node, id, lon, lat } of rows) map.put(node, [Number(lon), Number(lat)], id);
    } else if (/^the ways( with locations)?$/.test(text)) for (const row of rows) map.addWay(row);
    else if (text === 'the nodes') for (const row of rows) map.tagNode(row);
    else if (text === 'the relations') for (const row of rows) map.addRelation(row);
  }
  return { xml: map.xml(), places: map.places, signs: map.signs() };
}

/** The place at a number of metres to the east and to the south of the origin. */
const placeAt = (east: number, south: number): Place => [
  ORIGIN + east * METRE.east,
  ORIGIN - south * METRE.north,
];

function createMap() {
  const places = new Map<string, Place>();
  const nodes = new Map<string, Node>();
  const ways: Way[] = [];
  /** The first way of each name. */
  const named = new Map<string, Way>();
  const relations: Relation[] = [];

  /** A way by its nodes, in either order. */
  const wayOf = (name: string): Way | undefined =>
    named.get(name) ?? named.get([...name].reverse().join(''));

  const map = {
    places,
    put(sign: string, [lon, lat]: Place, id = ''): void {
      const place: Place = [rounded(lon), rounded(lat)];
      places.set(sign, place);
      if (/\d/.test(sign)) return;
      nodes.set(sign, { id: id === '' ? nodes.size + 1 : Number(id), place, tags: {} });
    },
    draw(drawing: string, step: number): void {
      drawing.split('\n').forEach((line, y) =>
        [...line].forEach((sign, x) => {
          if (/[a-z\d]/i.test(sign)) map.put(sign, placeAt(WIDE * x * step, y * step));
        }),
      );
    },
    addWay({ nodes: signs, ...given }: Row): void {
      const tags: Record<string, string> = { highway: 'primary', name: signs, ...given };
      delete tags['#'];
      delete tags['# comment'];
      for (const key of Object.keys(tags))
        if (/^(?:""|''|\(nil\))$/.test(tags[key])) tags[key] = '';
      const refs = [...signs].map((sign) => nodes.get(sign)!.id);
      const way = { id: ways.length + 1, refs, tags };
      ways.push(way);
      if (!named.has(signs)) named.set(signs, way);
    },
    tagNode({ node, id, ...tags }: Row): void {
      const found = nodes.get(node)!;
      Object.assign(found.tags, tags);
      if (id) found.id = Number(id);
    },
    signs: () => new Map([...nodes].map(([sign, { id }]) => [id, sign])),
    addRelation(row: Row): void {
      const members: string[] = [];
      const tags: Record<string, string> = {};
      for (const [key, value] of Object.entries(row)) {
        const [type, role = ''] = key.split(/:(.*)/);
        if (type !== 'way' && type !== 'node' && type !== 'relation') {
          tags[key] = value;
          continue;
        }
        for (const name of value.split(',').filter((one) => one !== '')) {
          const ref =
            type === 'node'
              ? nodes.get(name)?.id
              : type === 'way'
                ? wayOf(name)?.id
                : relations.find(({ tags: { name: said } }) => said === name)?.id;
          if (ref) members.push(`<member type="${type}" ref="${ref}" role="${role}"/>`);
        }
      }
      relations.push({ id: relations.length + 1, members, tags });
    },
    xml: () => toXml([...nodes.values()], ways, relations),
  };
  return map;
}

function toXml(
  nodes: readonly Node[],
  ways: readonly Way[],
  relations: readonly Relation[],
): string {
  const lines = ['<osm version="0.6">'];
  for (const { id, place, tags } of nodes) {
    lines.push(`<node id="${id}" lat="${place[1]}" lon="${place[0]}">${tagLines(tags)}</node>`);
  }
  for (const { id, refs, tags } of ways) {
    const nds = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    lines.push(`<way id="${id}">${nds}${tagLines(tags)}</way>`);
  }
  for (const { id, members, tags } of relations) {
    lines.push(`<relation id="${id}">${members.join('')}${tagLines(tags)}</relation>`);
  }
  return `${lines.join('\n')}\n</osm>`;
}

function tagLines(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `<tag k="${escaped(key)}" v="${escaped(value)}"/>`)
    .join('');
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Columns of a routability table that are no tags of the way. */
const ANSWER = /^(?:forw|backw|bothw)(?:_rate)?$|^#$/;
/** Metres between the five nodes of a row of a routability table. */
const ROW_STEP = 100;

/** A row of a routability table: five nodes in line; tags of `node/` are those of the third. */
export function mapOfRow(row: Row): ScenarioMap {
  const map = createMap();
  const middle: Record<string, string> = {};
  const tags: Record<string, string> = 'highway' in row ? {} : { highway: 'primary' };
  for (const [key, value] of Object.entries(row)) {
    if (ANSWER.test(key)) continue;
    if (key.startsWith('node/')) middle[key.slice(5)] = value;
    else tags[key] = value;
  }
  map.draw('a b c d e', ROW_STEP);
  map.tagNode({ node: 'c', ...middle });
  map.addWay({ nodes: 'abcde', ...tags });
  return { xml: map.xml(), places: map.places, signs: map.signs() };
}
