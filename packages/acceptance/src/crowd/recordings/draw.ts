// Writes the picture of recorded people beside the crowd:
//
//   node --import tsx src/crowd/recordings/draw.ts targets.json picture.svg
//
// The first file is what `targets crowd 6 --json targets.json` wrote.
import { readFileSync, writeFileSync } from 'node:fs';
import type { TargetsReport } from '../../run/target.ts';

const [from, to] = process.argv.slice(2);
const report = JSON.parse(readFileSync(from, 'utf8')) as TargetsReport;
const results = report.targets.find(({ name }) => name === '6')?.results ?? [];

const TITLES: Readonly<Record<string, string>> = {
  bi_corr_400_b_03: 'corridor of 4 m, both directions',
  corner_traj: 'corridor of 3 m, 90° corner',
};
const INK = ['#1b1b1b', '#c0561f', '#2a6fbb', '#3c8d40'];
const [WIDTH, HEIGHT, LEFT, TOP] = [330, 200, 50, 40];
const [MOST_DENSITY, MOST_SPEED] = [3, 1.6];
const ROW = /^(\w+), (.*): speed at ([\d.]+) per m²$/;

/** Lines of speed over density by site, then by recording or crowd. */
const sites = new Map<string, Map<string, [number, number][]>>();
for (const { what, measured } of results) {
  const [, site, name, density] = ROW.exec(what) ?? [];
  if (site === undefined || Number(density) > MOST_DENSITY) continue;
  const lines = sites.get(site) ?? new Map<string, [number, number][]>();
  sites.set(site, lines);
  lines.set(name, [...(lines.get(name) ?? []), [Number(density), measured]]);
}

const svg: string[] = [];
const text = (x: number, y: number, words: string, more = ''): void =>
  void svg.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`);
let column = 0;
for (const [site, lines] of sites) {
  const left = LEFT + column++ * (WIDTH + 60);
  const px = (density: number): number => left + (density / MOST_DENSITY) * WIDTH;
  const py = (speed: number): number => TOP + HEIGHT - (speed / MOST_SPEED) * HEIGHT;
  text(left, TOP - 14, TITLES[site] ?? site, 'font-weight="bold"');
  svg.push(`<path d="M${left} ${TOP}V${TOP + HEIGHT}H${left + WIDTH}" fill="none" stroke="#777"/>`);
  for (const density of [0, 1, 2, 3])
    text(px(density), TOP + HEIGHT + 16, `${density}`, 'text-anchor="middle"');
  for (const speed of [0, 0.5, 1, 1.5])
    text(left - 6, py(speed) + 4, `${speed}`, 'text-anchor="end"');
  text(left + WIDTH, TOP + HEIGHT + 32, 'people per m²', 'text-anchor="end"');
  text(left + 4, TOP + 4, 'm/s');
  for (const [k, [name, points]] of [...lines].entries()) {
    const way = points.map(
      ([density, speed]) => `${px(density).toFixed(1)},${py(speed).toFixed(1)}`,
    );
    const ink = INK[k % INK.length];
    svg.push(`<polyline points="${way.join(' ')}" fill="none" stroke="${ink}" stroke-width="2"/>`);
    for (const at of way) {
      const [x, y] = at.split(',');
      svg.push(`<circle cx="${x}" cy="${y}" r="3" fill="${ink}"/>`);
    }
    if (column === 1) text(LEFT + k * 185, TOP + HEIGHT + 56, name, `fill="${ink}"`);
  }
}
const size = `${LEFT + sites.size * (WIDTH + 60)} ${TOP + HEIGHT + 70}`;
const font = 'font-family="sans-serif" font-size="12"';
const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" ${font}>`;
const ground = '<rect width="100%" height="100%" fill="#fff"/>';
writeFileSync(to, `${head}\n${[ground, ...svg].join('\n')}\n</svg>\n`);
