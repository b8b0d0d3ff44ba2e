import * as Plotting from '@observablehq/plot';
import { isMeasurement, valueOf } from '../results/cells.ts';
import type { Plot, Row, Table, TableColumn } from '../results/results.ts';
import { formatNumber } from '../numbers.ts';
import { type Crossover, findCrossovers } from './crossover.ts';
import { createSvgDocument, type SvgElement } from './svg-document.ts';

/** One line or group of bars. */
export interface Series {
  readonly name: string;
  /** A CSS colour, a variable of the page, which follows light and dark mode. */
  readonly colour: string;
  readonly published: boolean;
  readonly points: readonly Point[];
}

interface Point {
  readonly x: number | string;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  readonly samples: readonly number[];
  readonly outliers: ReadonlySet<number>;
}

/** The number of colours of the page's style sheet. */
export const COLOURS = 8;
/**
 * Labels are slanted in narrow plots, and where there are more bars than this, or more characters
 * in all labels together than MOST_UPRIGHT_CHARACTERS.
 */
const MOST_UPRIGHT = 6;
const MOST_UPRIGHT_CHARACTERS = 60;
/** The most points of a line that are marked. */
const MOST_DOTS = 40;

/**
 * The series of a plot in the order of its legend. A published column has the colour of our column
 * that it is compared with, and is grey where there is none.
 */
export function seriesOf(plot: Plot, table: Table): Series[] {
  const { split, x, y } = plot;
  const groups =
    split === undefined ? [undefined] : [...new Set(table.rows.map((row) => row[split]))];
  const series: Series[] = [];
  const colours = new Map<string, string>();
  for (const key of y) {
    const column = columnOf(table, key);
    const published = column.kind === 'published';
    const pair = table.columns.find(({ ratio }) => ratio?.theirs === key)?.ratio;
    const own = published ? pair?.ours : key;
    for (const group of groups) {
      const rows =
        split === undefined ? table.rows : table.rows.filter((row) => row[split] === group);
      const points = rows
        .flatMap((row) => pointOf(row, x, key))
        // a logarithmic scale has no place for 0
        .filter(({ y: value }) => plot.yScale !== 'log' || value > 0);
      if (points.length === 0) continue;
      const name =
        group === undefined
          ? column.title
          : y.length === 1
            ? `${group}`
            : `${column.title}, ${group}`;
      const id = JSON.stringify([own, group]);
      const next = `var(--series-${(colours.size % COLOURS) + 1})`;
      const colour = own === undefined ? 'var(--muted)' : (colours.get(id) ?? next);
      if (own !== undefined) colours.set(id, colour);
      series.push({ name, colour, published, points });
    }
  }
  return series;
}

/** The crossovers of a plot, with the value of `split` that each belongs to. */
export function crossoversOf(
  plot: Plot,
  table: Table,
): (Crossover & { readonly group?: string })[] {
  const { split } = plot;
  if (split === undefined) return findCrossovers(plot, table);
  const groups = [...new Set(table.rows.map((row) => row[split]))];
  return groups.flatMap((group) =>
    findCrossovers(
      plot,
      table,
      table.rows.filter((row) => row[split] === group),
    ).map((one) => ({
      ...one,
      group: String(group),
    })),
  );
}

/** A plot as SVG of `width` pixels, in the colours of the page. */
export function drawPlot(plot: Plot, table: Table, width: number): string {
  const series = seriesOf(plot, table);
  const x = columnOf(table, plot.x);
  const y = columnOf(table, plot.y[0]);
  const unit = (column: TableColumn, title: string): string =>
    column.unit === '' || column.unit === title ? title : `${title} (${column.unit})`;
  const narrow = width < 500;
  const yLabel = unit(y, plot.y.length === 1 ? y.title : '')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  const common = {
    document: createSvgDocument(),
    width,
    marginLeft: 52,
    marginTop: 26,
    style: { background: 'none', fontSize: '12px', overflow: 'visible' },
  };
  const drawn =
    plot.mark === 'bar' ? bars(plot, series, narrow) : lines(plot, table, series, narrow);
  const svg = Plotting.plot({
    ...common,
    height: Math.round(Math.min(380, Math.max(250, width * 0.56))),
    marginRight: 16,
    ...drawn.options,
    x: { label: unit(x, x.title), ...drawn.options.x },
    y: {
      type: plot.yScale,
      grid: true,
      nice: true,
      label: yLabel === '' ? null : `↑ ${yLabel}`,
      tickFormat: tick,
      ...ticksOf(
        plot.yScale,
        series.flatMap(({ points }) => points.map(({ y: value }) => value)),
        6,
      ),
    },
    marks: drawn.marks,
  }) as unknown as SvgElement;
  // the element's own size would not shrink on a small screen
  return svg.toText().replace(/ width="\d+" height="\d+"/, ' role="img"');
}

interface Drawn {
  readonly options: Plotting.PlotOptions;
  readonly marks: Plotting.Markish[];
}

function lines(plot: Plot, table: Table, series: readonly Series[], narrow: boolean): Drawn {
  const marks: Plotting.Markish[] = [];
  const all = series.flatMap(({ points }) => points.map(({ x }) => Number(x)));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  for (const [i, { x, group }] of crossoversOf(plot, table).entries()) {
    const of = group === undefined ? '' : `${group}: `;
    const text = `${of}from ${formatNumber(Number(x.toPrecision(2)))}`;
    // a text at a line in the right 40 % of the axis stands to the left of the line
    const right = Math.log(x / least) > 0.6 * Math.log(most / least);
    marks.push(Plotting.ruleX([x], { stroke: 'var(--accent)', strokeDasharray: '3 3' }));
    marks.push(
      Plotting.text([x], {
        x: (d: number) => d,
        text: [text],
        frameAnchor: 'top',
        textAnchor: right ? 'end' : 'start',
        dx: right ? -5 : 5,
        dy: -4 + 14 * i,
        fill: 'var(--accent)',
        fontWeight: 600,
        stroke: 'var(--page)',
        strokeWidth: 4,
      }),
    );
  }
  for (const { colour, published, points } of series) {
    const at = { x: 'x', y: 'y' };
    const rows = points.toSorted((a, b) => Number(a.x) - Number(b.x));
    const samples = rows.flatMap(({ x, samples: own, outliers }) =>
      own.map((y, i) => ({ x, y, outlier: outliers.has(i) })),
    );
    const drawable = samples.filter(({ y }) => plot.yScale === 'linear' || y > 0);
    // outliers are hollow and darker: they are shown, although the median ignores them
    marks.push(
      Plotting.dot(
        drawable.filter(({ outlier }) => !outlier),
        { ...at, r: 1.6, fill: colour, fillOpacity: 0.3 },
      ),
      Plotting.dot(
        drawable.filter(({ outlier }) => outlier),
        { ...at, r: 2.2, stroke: colour, strokeOpacity: 0.8 },
      ),
      Plotting.ruleX(
        rows.filter(({ low, high }) => high > low),
        { x: 'x', y1: 'low', y2: 'high', stroke: colour, strokeWidth: 2.5 },
      ),
      Plotting.line(rows, {
        ...at,
        stroke: colour,
        strokeWidth: 1.6,
        strokeDasharray: published ? '5 4' : 'none',
      }),
    );
    // a line of many points has no dots
    if (rows.length > MOST_DOTS) continue;
    const fill = published ? 'var(--page)' : colour;
    marks.push(Plotting.dot(rows, { ...at, r: 3, fill, stroke: colour }));
  }
  const { ticks } = ticksOf(plot.xScale, all, narrow ? 4 : 8);
  // the axis ends with its figures: powers of ten beyond them are dropped
  const inside = Array.isArray(ticks) ? ticks.filter((t) => t >= least && t <= most) : ticks;
  return { options: { x: { type: plot.xScale, tickFormat: tick, ticks: inside } }, marks };
}

function bars(plot: Plot, series: readonly Series[], narrow: boolean): Drawn {
  const names = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => String(x))))];
  const longest = Math.max(...names.map((name) => name.length));
  const slanted =
    names.length > MOST_UPRIGHT || narrow || longest * names.length > MOST_UPRIGHT_CHARACTERS;
  const rows = series.flatMap(({ name, colour, published, points }) =>
    points.map((point) => ({
      ...point,
      x: String(point.x),
      name,
      colour,
      opacity: published ? 0.45 : 1,
    })),
  );
  // bars of a logarithmic scale begin at the power of ten below the smallest value, as there is no
  // 0. A smallest value that is a power of ten itself gets the one below (0.0001), else no bar
  const least = 10 ** Math.floor(Math.log10(Math.min(...rows.map(({ y }) => y))) - 0.0001);
  const y1 = plot.yScale === 'log' ? least : 0;
  const place = { fx: 'x', x: 'name' };
  return {
    options: {
      marginBottom: slanted ? Math.min(130, 24 + longest * 4.2) : 34,
      fx: {
        label: null,
        domain: names,
        tickRotate: slanted ? -40 : 0,
        padding: 0.12,
        axis: 'bottom',
      },
      x: { axis: null, domain: series.map(({ name }) => name) },
    },
    marks: [
      Plotting.rectY(rows, {
        ...place,
        y1,
        y2: 'y',
        fill: 'colour',
        fillOpacity: 'opacity',
        insetLeft: 0.5,
        insetRight: 0.5,
      }),
      Plotting.ruleX(
        rows.filter(({ low, high }) => high > low),
        { ...place, y1: 'low', y2: 'high', stroke: 'var(--ink)', strokeWidth: 1.5 },
      ),
    ],
  };
}

/**
 * Powers of ten, with 2 and 5 between where they are few, on a logarithmic scale; else as many as
 * there is room for.
 */
function ticksOf(
  scale: 'linear' | 'log',
  values: readonly number[],
  most: number,
): { ticks: number[] | number } {
  const own = values.filter((value) => value > 0);
  if (scale === 'linear' || own.length === 0) return { ticks: most };
  const [from, to] = [
    Math.floor(Math.log10(Math.min(...own))),
    Math.ceil(Math.log10(Math.max(...own))),
  ];
  const step = Math.max(1, Math.ceil((to - from) / most));
  const between = (to - from) * 3 <= most ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let e = from; e <= to; e += step) for (const k of between) ticks.push(k * 10 ** e);
  return { ticks: ticks.map((value) => Number(value.toPrecision(3))) };
}

/** The label of a tick: 0.001, 10, 1k, 2M. */
function tick(value: number): string {
  if (Math.abs(value) >= 1e9) return `${value / 1e9}G`;
  if (Math.abs(value) >= 1e6) return `${value / 1e6}M`;
  if (Math.abs(value) >= 1e4) return `${value / 1e3}k`;
  return String(Number(value.toPrecision(6)));
}

function pointOf(row: Row, xKey: string, yKey: string): Point[] {
  const x = row[xKey];
  const cell = row[yKey];
  const y = valueOf(cell);
  if (!Number.isFinite(y) || (typeof x !== 'string' && typeof x !== 'number')) return [];
  if (!isMeasurement(cell)) return [{ x, y, low: y, high: y, samples: [], outliers: new Set() }];
  const { low, high, samples, outliers } = cell;
  return [{ x, y, low, high, samples, outliers: new Set(outliers) }];
}

function columnOf(table: Table, key: string): TableColumn {
  const column = table.columns.find((one) => one.key === key);
  if (!column) throw new RangeError(`table ${table.id} has no column '${key}'`);
  return column;
}
