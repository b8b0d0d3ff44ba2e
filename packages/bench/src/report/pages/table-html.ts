import { labelOf } from '../results/build-table.ts';
import { filledColumns, isMeasurement, isRatio } from '../results/cells.ts';
import type { Cell, Experiment, Row, Table, TableColumn, Timer } from '../results/results.ts';
import { formatNumber } from '../numbers.ts';
import { isBeyondNoise } from '../../run/statistics/ratio-of.ts';
import { type Html, html } from './html.ts';

/** A table with its head, units, timers and, folded, every sample. */
export function tableHtml(experiment: Pick<Experiment, 'name' | 'command'>, table: Table): Html {
  const { rows, note, command, title, id } = table;
  const columns = filledColumns(table);
  const labels = columns.filter(({ kind }) => kind === 'label').length;
  return html`<figure class="table" id="${experiment.name}-${id}">
    <figcaption><b>${id}</b> ${title}</figcaption>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => headHtml(column, rows))}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${columns.map((column, c) => cellHtml(row[column.key], column, c < labels))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    ${note && html`<p class="note">${note}</p>`} ${timersHtml(columns)}
    ${command !== experiment.command && html`<pre><code>${command}</code></pre>`}
    ${samplesHtml(table)}
  </figure>`;
}

/** A ratio with three digits: `1.23 ×`. */
export function ratioText(ratio: number): string {
  return `${formatNumber(Number(ratio.toPrecision(3)))} ×`;
}

/** `warm, wall time, with transfer`. */
export function timerText({ state, clock, transfer }: Timer): string {
  const moved = transfer === 'none' ? '' : `, ${transfer} transfer`;
  return `${state}, ${clock} time${moved}`;
}

function headHtml({ key, title, unit, timer, kind }: TableColumn, rows: readonly Row[]): Html {
  const text = kind !== 'label' && rows.some(({ [key]: cell }) => typeof cell === 'string');
  const shown = kind === 'ratio' || unit === title ? '' : unit;
  return html`<th scope="col" class="${kind}${text ? ' text' : ''}">
    ${title}${shown && html`<small>${shown}</small>`}${
      timer && html`<small>${timerText(timer)}</small>`
    }
  </th>`;
}

function cellHtml(cell: Cell | undefined, { kind }: TableColumn, label: boolean): Html {
  if (label) {
    const text = typeof cell === 'number' ? formatNumber(cell) : (cell ?? '');
    return html`<th scope="row" class="${typeof cell === 'number' ? 'number' : ''}">${text}</th>`;
  }
  if (cell === null || cell === undefined) return html`<td class="none">–</td>`;
  if (isMeasurement(cell)) {
    const { median, low, high, n, confidence, outliers } = cell;
    const percent = Math.round(100 * confidence);
    const about = `${n} samples, ${outliers.length} outliers; the median lies in the interval with ${percent} %`;
    return html`<td title="${about}">${formatNumber(median)}${rangeHtml(low, high, n)}</td>`;
  }
  if (isRatio(cell)) {
    const { ratio, low, high, single } = cell;
    const outcome = !isBeyondNoise(cell) ? 'even' : low > 1 ? 'win' : 'loss';
    return html`<td class="${outcome}">
      ${ratioText(ratio)}${rangeHtml(low, high, single ? 1 : 2)}
    </td>`;
  }
  if (typeof cell === 'string') return html`<td class="${kind} text">${cell}</td>`;
  return html`<td class="${kind}">${formatNumber(cell)}</td>`;
}

function rangeHtml(low: number, high: number, n = 2): Html | undefined {
  if (n < 2) return html`<small>one run</small>`;
  if (low === high) return undefined;
  return html`<small
    >${formatNumber(Number(low.toPrecision(3)))} …
    ${formatNumber(Number(high.toPrecision(3)))}</small
  >`;
}

function timersHtml(columns: readonly TableColumn[]): Html | undefined {
  const timed = columns.flatMap(({ title, timer }) => (timer ? [{ title, what: timer.what }] : []));
  if (timed.length === 0) return undefined;
  const by = new Map<string, { title: string }[]>();
  for (const { title, what } of timed) by.set(what, [...(by.get(what) ?? []), { title }]);
  return html`<p class="note">
    Timed:
    ${[...by].map(
      ([what, list], i) =>
        html`${i > 0 ? '; ' : ''}${by.size > 1 ? `${list.map(({ title }) => title).join(', ')}: ` : ''}${what}`,
    )}.
  </p>`;
}

function samplesHtml(table: Table): Html | undefined {
  const cells = table.rows.flatMap((row) =>
    table.columns.flatMap(({ key, title, unit }) => {
      const cell = row[key];
      return isMeasurement(cell) ? [{ where: labelOf(table, row), title, unit, cell }] : [];
    }),
  );
  if (cells.length === 0) return undefined;
  return html`<details>
    <summary>
      All samples, in the order of measuring; <mark>outliers</mark> are part of the median
    </summary>
    <dl class="samples">
      ${cells.map(({ where, title, unit, cell }) => {
        const outliers = new Set(cell.outliers);
        return html`<dt>${where}${where && ', '}${title}, ${unit}</dt>
          <dd>
            ${cell.samples.map((sample, i) =>
              outliers.has(i)
                ? html`<mark>${formatNumber(sample)}</mark> `
                : `${formatNumber(sample)} `,
            )}
          </dd>`;
      })}
    </dl>
  </details>`;
}
