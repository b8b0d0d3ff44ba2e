// A village as OpenStreetMap XML, and random places in it.
import { random } from '@wayfield/graph/generators';
import { readOsm } from '@wayfield/osm';
import { buildRouting, type Metric, type RoutingNetwork } from '@wayfield/routing';

const STEP = 0.002;
export const LON = 13.4;
export const LAT = 52.5;
const WIDTH = 7;
const HEIGHT = 6;

/**
 * Streets on a grid of 7 x 6 nodes, 136 m by 222 m: a street per row and per column, the even
 * columns one-way to the north; row 3 is a motorway. A yard apart from all, and a ferry to it.
 */
export function villageXml(): string {
  const nodes: string[] = [];
  const ways: string[] = [];
  const id = (x: number, y: number): number => 1 + x + y * WIDTH;
  const tag = (k: string, v: string): string => `<tag k="${k}" v="${v}"/>`;
  const way = (number: number, refs: number[], tags: string[]): void => {
    const nds = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    ways.push(`<way id="${number}">${nds}${tags.join('')}</way>`);
  };
  const node = (number: number, lon: number, lat: number): void => {
    nodes.push(`<node id="${number}" lon="${lon.toFixed(7)}" lat="${lat.toFixed(7)}"/>`);
  };
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) node(id(x, y), LON + STEP * x, LAT + STEP * y);
  }
  const columns = Array.from({ length: WIDTH }, (_, x) => x);
  const rows = Array.from({ length: HEIGHT }, (_, y) => y);
  for (const y of rows) {
    const kind = y === 3 ? 'motorway' : 'residential';
    const refs = columns.map((x) => id(x, y));
    way(100 + y, refs, [tag('highway', kind), tag('oneway', 'no'), tag('name', `Row ${y}`)]);
  }
  for (const x of columns) {
    const tags = [tag('highway', 'residential'), tag('name', `Column ${x}`)];
    if (x % 2 === 0) tags.push(tag('oneway', 'yes'));
    way(
      200 + x,
      rows.map((y) => id(x, y)),
      tags,
    );
  }
  node(901, LON + 0.02, LAT);
  node(902, LON + 0.021, LAT);
  way(300, [901, 902], [tag('highway', 'residential'), tag('name', 'Yard')]);
  return `<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`;
}

/** The village, ready for all services. */
export async function village(metric: Metric = 'seconds'): Promise<RoutingNetwork> {
  const bytes = new TextEncoder().encode(villageXml());
  const network = await readOsm(bytes, { profile: 'car', weight: 'seconds', uTurns: false });
  return buildRouting(network, { metric });
}

/** Random places of the village as coordinates of a request. */
export function randomPlaces(count: number, seed: number): string[] {
  const next = random(seed);
  const place = (): string => {
    const lon = LON + STEP * (WIDTH - 1) * next();
    const lat = LAT + STEP * (HEIGHT - 1) * next();
    return `${lon.toFixed(6)},${lat.toFixed(6)}`;
  };
  return Array.from({ length: count }, place);
}
