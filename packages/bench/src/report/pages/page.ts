// The page of a report, `index.html`: one file without scripts and without references to other
// files. All of it is made from a `Results` object, the content of results.json.
import { countChecks } from '../results/finish-experiment.ts';
import type {
  Check,
  Experiment,
  Picture,
  Plot,
  Results,
  Standing,
  StandingRow,
  Table,
} from '../results/results.ts';
import { STANDING_KINDS } from '../results/standing-kinds.ts';
import { formatBytes, formatNumber, formatSeconds } from '../numbers.ts';
import { isBeyondNoise } from '../../run/statistics/ratio-of.ts';
import { COLOURS, crossoversOf, drawPlot, seriesOf } from './draw-plot.ts';
import { escapeHtml, type Html, html } from './html.ts';
import { STYLE } from './style.ts';
import { ratioText, tableHtml } from './table-html.ts';

/** Plots are drawn twice, because the letters of a wide plot could not be read on a phone. */
const WIDTHS = { wide: 620, narrow: 360 } as const;
/** The most losses that are listed; the tables show all. */
const MOST_LOSSES = 12;

/** Results as a page: `index.html`. */
export function renderPage(results: Results): string {
  const { experiments, machine, command, commit, started, seconds, packages } = results;
  const { compared, differed } = countChecks(experiments.flatMap(({ checks }) => checks));
  const title = experiments.length === 1 ? experiments[0].title : 'Wayfield bench';
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  const body = html`<header>
      <h1>${title}</h1>
      <p class="verdict${differed > 0 ? ' wrong' : ''}">
        ${formatNumber(compared)} answers compared, ${formatNumber(differed)} differed.
      </p>
      <pre><code>wayfield-bench ${command.join(' ')}</code></pre>
      <dl class="facts">
        <dt>Processor</dt>
        <dd>${machine.cpu}, ${machine.threads} threads, ${formatBytes(machine.memoryBytes)}</dd>
        <dt>GPU</dt>
        <dd>${machine.gpu ?? 'none'}</dd>
        <dt>System</dt>
        <dd>${machine.system}, Node ${machine.node}, V8 ${machine.v8}</dd>
        <dt>Commit</dt>
        <dd>${commit ?? 'not from a checkout'}</dd>
        <dt>Measured</dt>
        <dd>${started.slice(0, 16).replace('T', ' ')} UTC, ${formatSeconds(seconds)}</dd>
        <dt>Versions</dt>
        <dd>${versions.join(', ')}</dd>
      </dl>
    </header>
    ${contentsHtml(experiments)} ${summaryHtml(experiments)}
    <p class="note">
      Figures are medians; the interval below one holds the true median with 95 % (order statistics;
      of fewer than six samples it reaches from the least to the largest), that of a ratio with 95 %
      too (of rounds measured in turns, or by the bootstrap). Above 1 × ours is better: green beyond
      noise, red where the other one wins. Small dots in plots are single samples, hollow ones
      outliers, which stay in. Grey figures and dashed lines are published ones, of the machine that
      the study names.
    </p>
    <main>${experiments.map(experimentHtml)}</main>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>${body.html}</body></html>
`;
}

/**
 * The contents, twice: a column beside the page where there is room, and folded above it otherwise.
 */
function contentsHtml(experiments: readonly Experiment[]): Html {
  const list = html`<ul>
    ${experiments.map(
      ({ name, title, tables, plots }) =>
        html`<li>
          <a href="#${name}">${title}</a>
          <ul>
            ${plots.length > 0 && html`<li><a href="#${name}-plots">Plots</a></li>`}
            ${tables.map(
              ({ id, title: what }) =>
                html`<li>
                  <a href="#${name}-${id}"><b>${id}</b> ${what}</a>
                </li>`,
            )}
          </ul>
        </li>`,
    )}
  </ul>`;
  return html`<nav class="contents beside" aria-label="Contents">${list}</nav>
    <details class="contents above">
      <summary>Contents</summary>
      <nav aria-label="Contents">${list}</nav>
    </details>`;
}

function summaryHtml(experiments: readonly Experiment[]): Html | undefined {
  const rows = experiments.flatMap((one) => one.standings.map((standing) => ({ one, standing })));
  if (rows.length === 0) return undefined;
  return html`<h3>How we stand</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="How we stand">
      <table class="standings">
        <thead>
          <tr>
            <th class="label">experiment</th>
            <th class="label">against</th>
            <th>median</th>
            <th>best</th>
            <th>worst</th>
            <th class="label">best in</th>
            <th class="label">worst in</th>
            <th>compared</th>
            <th>lost</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ one, standing: { kind, name, median, best, worst, compared, losses } }) => {
            const outcome = (row: StandingRow): string =>
              !isBeyondNoise(row) ? '' : row.low > 1 ? 'win' : 'loss';
            return html`<tr>
              <th scope="row"><a href="#${one.name}">${one.title}</a></th>
              <td class="text">${name}<small>${STANDING_KINDS[kind]}</small></td>
              <td>${ratioText(median)}</td>
              <td class="${outcome(best)}">${ratioText(best.ratio)}</td>
              <td class="${outcome(worst)}">${ratioText(worst.ratio)}</td>
              <td class="text where">${best.table}: ${best.where}</td>
              <td class="text where">${worst.table}: ${worst.where}</td>
              <td>${compared}</td>
              <td class="${losses.length > 0 ? 'loss' : ''}">${losses.length}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
}

function experimentHtml(experiment: Experiment): Html {
  const { name, title, study, text, command, seconds, checks, tables, plots, pictures, standings } =
    experiment;
  const tableOf = (id: string): Table => tables.find((table) => table.id === id)!;
  return html`<section id="${name}">
    <h2>${title}</h2>
    ${study && html`<p class="note">After ${study.author}, <cite>${study.title}</cite>, ${study.year}; measured there on ${study.machine}.</p>`}
    ${text !== '' && text.split('\n\n').map((part) => html`<p>${part}</p>`)}
    <pre><code>${command}</code></pre>
    <p class="note">Took ${formatSeconds(seconds)}.</p>
    ${checksHtml(checks)} ${lossesHtml(standings)}
    <div class="plots" id="${name}-plots">
      ${plots.map((plot) => plotHtml(name, plot, rowsOf(plot, tableOf(plot.table))))}
    </div>
    ${tables.map((table) => tableHtml(experiment, table))} ${pictures.map(pictureHtml)}
  </section>`;
}

function checksHtml(checks: readonly Check[]): Html {
  const { compared, differed } = countChecks(checks);
  if (checks.length === 0) return html`<p class="wrong">Nothing was cross-validated.</p>`;
  return html`<details${{ html: differed > 0 ? ' open' : '' }}><summary class="${differed > 0 ? 'wrong' : ''}">${formatNumber(compared)} answers compared, ${formatNumber(differed)} differed</summary>
<div class="scroll"><table><thead><tr><th class="label">answers of</th><th class="label">against</th><th>compared</th><th>differed</th></tr></thead><tbody>
${checks.map(
  (check) =>
    html`<tr>
      <th scope="row">${check.what}</th>
      <td class="text">${check.against}</td>
      <td>${formatNumber(check.compared)}</td>
      <td class="${check.differed > 0 ? 'loss' : ''}">
        ${formatNumber(check.differed)}${check.first && html`<small>${check.first}</small>`}
      </td>
    </tr>`,
)}</tbody></table></div></details>`;
}

function lossesHtml(standings: readonly Standing[]): Html | undefined {
  const lost = standings.filter(({ losses }) => losses.length > 0);
  if (standings.length === 0) return undefined;
  if (lost.length === 0) return html`<p>No row is lost to anybody beyond noise.</p>`;
  return html`<h3>Where we lose</h3>
    ${lost.map(({ name, kind, losses, compared }) => {
      const shown = losses.slice(0, MOST_LOSSES);
      return html`<p>Against ${name} (${STANDING_KINDS[kind]}), ${losses.length} of ${compared}:</p>
        <ul class="losses">
          ${shown.map(({ table, where, ratio }) => html`<li>${table}: ${where}: ${ratioText(ratio)}</li>`)}${
            losses.length > shown.length && html`<li>and ${losses.length - shown.length} more</li>`
          }
        </ul>`;
    })}`;
}

function plotHtml(experiment: string, plot: Plot, table: Table): Html {
  const series = seriesOf(plot, table);
  if (series.length === 0) return html``;
  const crossings = crossoversOf(plot, table);
  const title = (key: string): string => table.columns.find((column) => column.key === key)!.title;
  return html`<figure class="plot" id="${experiment}-plot-${plot.id}">
    <figcaption>
      <b>${plot.title}</b>${
        plot.xScale === 'log' || plot.yScale === 'log'
          ? html` <small>logarithmic ${scales(plot)}</small>`
          : ''
      }
    </figcaption>
    <ul class="legend">
      ${series.map(
        ({ name, colour, published }) =>
          html`<li class="${published ? 'published' : ''}">
            <span style="border-color: ${colour}"></span>${name}
          </li>`,
      )}
    </ul>
    ${(['wide', 'narrow'] as const).map((kind) => html`<div class="${kind}">${{ html: drawPlot(plot, table, WIDTHS[kind]) }}</div>`)}
    ${
      plot.crossover &&
      html`<p class="note">
        ${crossings.length === 0 ? `${title(plot.crossover.to)} nowhere overtakes ${title(plot.crossover.from)} in this range.` : ''}${crossings.map(
          ({ x, between, group }) =>
            html`${group === undefined ? '' : `${group}: `}${title(plot.crossover!.to)} is better
            than ${title(plot.crossover!.from)} from about ${formatNumber(Number(x.toPrecision(2)))}
            on (between ${formatNumber(between[0])} and ${formatNumber(between[1])}). `,
        )}
      </p>`
    }
    ${
      new Set(series.map(({ colour }) => colour)).size === COLOURS &&
      html`<p class="note">Colours may repeat after ${COLOURS}.</p>`
    }
    <p class="note">Table <a href="#${experiment}-${plot.table}">${plot.table}</a></p>
  </figure>`;
}

/** The table with only the rows that a plot shows. */
function rowsOf({ only }: Plot, table: Table): Table {
  if (!only) return table;
  return { ...table, rows: table.rows.filter((row) => row[only.key] === only.value) };
}

function scales({ xScale, yScale }: Plot): string {
  if (xScale === yScale) return 'axes';
  return xScale === 'log' ? 'across' : 'upwards';
}

function pictureHtml({ title, caption, command, width, height, png }: Picture): Html {
  return html`<figure class="picture">
    <img src="data:image/png;base64,${png}" width="${width}" height="${height}" alt="${title}" />
    <figcaption><b>${title}</b> ${caption}</figcaption>
    <pre><code>${command}</code></pre>
  </figure>`;
}
