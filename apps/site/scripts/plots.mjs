// The benchmarks of the site: the reports of docs/results as pages of their own, and their plots on
// one page, each as a light and a dark picture, wide and narrow. Needs `@wayfield/bench` built.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawPlot, seriesOf } from '@wayfield/bench/internal/report/pages/draw-plot';
import { STYLE } from '@wayfield/bench/internal/report/pages/style';
import { root } from '../../../scripts/packages.mjs';

const site = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = { h200: 'on an H200', 'two-cores': 'on two cores' };
const STUDIES = 'https://github.com/wayfield/wayfield/blob/main/docs/results/studies.md';
const WIDTHS = { wide: 620, narrow: 360 };
/** The colours of a report, light and dark: blocks of variables in its style sheet. */
const [LIGHT, DARK] = [...STYLE.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#\w+)/g)].map(([, key, value]) => [key, value]),
  ),
);

/**
 * Writes `public/reports`, `public/plots` and `docs/plots.md`, and appends the first plot of each
 * study to the page of the benchmarks, which has to be there.
 */
export function writePlots() {
  for (const folder of ['public/reports', 'public/plots'])
    rmSync(join(site, folder), { recursive: true, force: true });
  const parts = Object.entries(REPORTS).map(([name, where]) => partOf(name, where));
  const text = `# Plots of the five studies

Every plot of the reports in the repository. Figures are medians; upright lines are intervals of
95 %, small dots single samples, hollow ones outliers. Dashed lines are figures that a study
published, measured on its own machine. The tables behind the plots, and all others, are in the
reports. What was compared with what: [benchmarks](/docs/benchmarks),
[the five studies](${STUDIES}).

${parts.join('\n')}`;
  writeFileSync(join(site, 'docs/plots.md'), text);
  const [first, where] = Object.entries(REPORTS)[0];
  const studies = readReport(first).experiments.filter(({ plots }) => plots.length > 0);
  const some = studies.map((one) => `### ${one.title}\n\n${figuresOf(first, one)[0]}\n`);
  appendFileSync(
    join(site, 'docs/benchmarks.md'),
    `\n## Plots\n\nOne of each study, measured ${where}; here are [all of them](/docs/plots).\n\n` +
      some.join('\n'),
  );
}

function readReport(name) {
  return JSON.parse(readFileSync(join(root, 'docs/results', name, 'results.json'), 'utf8'));
}

function partOf(name, where) {
  const file = join(root, 'docs/results', name, 'results.json');
  const command = ['report', file, '--to', join(site, 'public/reports', name)];
  const made = spawnSync(process.execPath, [join(root, 'packages/bench/dist/cli.js'), ...command], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`no report of ${name}: ${made.stderr}`);
  for (const extra of ['results.json', 'csv'])
    rmSync(join(site, 'public/reports', name, extra), { recursive: true, force: true });
  const { machine, commit, started, experiments } = readReport(name);
  const head = `## Measured ${where}

${machine.cpu}, ${machine.threads} threads, ${machine.gpu ?? 'no GPU'}, Node ${machine.node}, commit
${String(commit).slice(0, 10)}, ${started.slice(0, 10)}.
<a href="/reports/${name}/index.html" target="_blank">The report ${where}, with all tables</a>.
`;
  return (
    head +
    experiments
      .filter(({ plots }) => plots.length > 0)
      .map((one) => sectionOf(name, one))
      .join('')
  );
}

function sectionOf(report, experiment) {
  const figures = figuresOf(report, experiment);
  return `\n### ${experiment.title}, ${REPORTS[report]}\n\n${figures.join('\n')}\n`;
}

function figuresOf(report, { name, plots, tables }) {
  return plots.map((plot) => {
    const table = tables.find(({ id }) => id === plot.table);
    const rows = plot.only
      ? table.rows.filter((row) => row[plot.only.key] === plot.only.value)
      : table.rows;
    return figureOf(`${report}-${name}-${plot.id}`, plot, { ...table, rows });
  });
}

function figureOf(id, plot, table) {
  mkdirSync(join(site, 'public/plots'), { recursive: true });
  const file = (theme, size) => `/plots/${id}-${theme}-${size}.svg`;
  // the size of each, so that a page does not move when pictures arrive
  const sizes = {};
  for (const [size, width] of Object.entries(WIDTHS)) {
    const svg = drawPlot(plot, table, width);
    const [, wide, tall] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg);
    sizes[size] = `width="${wide}" height="${tall}"`;
    for (const [theme, colours] of Object.entries({ light: LIGHT, dark: DARK }))
      writeFileSync(join(site, 'public', file(theme, size)), coloured(svg, colours));
  }
  const series = seriesOf(plot, table);
  const legend = series.map(({ name, colour, published }) => {
    const kind = published ? ' class="published"' : '';
    return `<li${kind}><span style="border-color: ${colour}"></span>${escape(name)}</li>`;
  });
  const picture = (theme) =>
    `<picture class="on-${theme}">` +
    `<source media="(max-width: 640px)" srcset="${file(theme, 'narrow')}" ${sizes.narrow}>` +
    `<img src="${file(theme, 'wide')}" ${sizes.wide} alt="${escape(plot.title)}" loading="lazy">` +
    '</picture>';
  const isLog = plot.yScale === 'log' || plot.xScale === 'log';
  const caption = escape(plot.title) + (isLog ? ' <small>logarithmic</small>' : '');
  return [
    `<figure class="plot"><figcaption>${caption}</figcaption>`,
    `<ul class="legend">${legend.join('')}</ul>`,
    `${picture('light')}${picture('dark')}</figure>`,
  ].join('');
}

/** A plot as a file of its own: without the variables of a page. */
function coloured(svg, colours) {
  const text = svg
    .replaceAll(/var\(--([\w-]+)\)/g, (all, key) => colours[key] ?? all)
    .replaceAll('currentColor', colours.ink);
  return text.includes('xmlns=')
    ? text
    : text.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}

const escape = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('{{', '{ {');
