import { formatNumber } from '../numbers.ts';
import { type Column, formatTable } from '../table.ts';
import { valueOf } from './cells.ts';
import type { Change, ResultsComparison } from './compare-results.ts';
import type { Results } from './results.ts';

const COLUMNS: readonly Column[] = [
  { title: 'what', align: 'left' },
  { title: 'before' },
  { title: 'after' },
  { title: '', align: 'left' },
  { title: 'ratio' },
  { title: '95 % from' },
  { title: 'to' },
];

/** The most figures of only one run that are named. */
const MOST_NAMES = 5;

/** The changes, worst first, and the number of unchanged figures. */
export function formatChanges({ changes, onlyBefore, onlyAfter }: ResultsComparison): string {
  const part = (outcome: Change['outcome']): Change[] =>
    changes.filter((change) => change.outcome === outcome).sort((a, b) => a.ratio - b.ratio);
  const [worse, better] = [part('worse'), part('better')];
  const count = changes.length - worse.length - better.length;
  const lines = [
    ...section('worse', worse),
    ...section('better', better),
    `${worse.length} worse, ${better.length} better, ${count} the same within noise`,
  ];
  if (onlyBefore.length > 0) lines.push(`only before: ${names(onlyBefore)}`);
  if (onlyAfter.length > 0) lines.push(`only after: ${names(onlyAfter)}`);
  return lines.join('\n');
}

/** What differs between the machines of two runs; empty where nothing does. */
export function otherMachine({ machine: a }: Results, { machine: b }: Results): string {
  const parts = [
    a.cpu !== b.cpu && `${a.cpu} and ${b.cpu}`,
    a.threads !== b.threads && `${a.threads} and ${b.threads} threads`,
    a.node.split('.')[0] !== b.node.split('.')[0] && `Node ${a.node} and ${b.node}`,
    a.gpu !== b.gpu && `${a.gpu ?? 'no GPU'} and ${b.gpu ?? 'no GPU'}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `two machines (${parts.join('; ')})`;
}

function section(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const rows = changes.map(
    ({ experiment, table, where, before, after, unit, ratio, low, high }) => [
      `${experiment}, ${table}: ${where}`,
      figure(valueOf(before)),
      figure(valueOf(after)),
      unit,
      figure(ratio),
      figure(low),
      figure(high),
    ],
  );
  return [`${title}:`, formatTable(COLUMNS, rows), ''];
}

function names(list: readonly string[]): string {
  const more = list.length > MOST_NAMES ? ` and ${list.length - MOST_NAMES} more` : '';
  return list.slice(0, MOST_NAMES).join('; ') + more;
}

const figure = (value: number): string => formatNumber(Number(value.toPrecision(4)));
