import { median } from '../report/statistics.ts';
import { type Cell, figure, spread, type Table } from '../report/table.ts';
import type { LifeFigures } from './node-life.ts';
import type { SoakResult } from './run.ts';
import { countOf } from './tally.ts';

const NONE = { atMost: 0 };
/**
 * Limit of memory at the end of a life, as a ratio to its middle. The tolerance covers garbage collection.
 */
const FLAT = { atMost: 1.1 };
const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export const resultTable = (results: readonly SoakResult[]): Table => ({
  title: 'Two nodes behind nginx',
  columns: [
    'Nodes on',
    'Minutes',
    'Requests',
    'Requests/s',
    'Requests/s at most',
    'Processors busy',
    'p50, ms',
    'p99, ms',
    'Errors of the kill',
    'Other errors',
    'Writes to the catalogue',
    'Not seen within 2 s',
    'Database, MB',
  ],
  rows: results.map(({ engine, minutes, highest, busy, tally, edits, size }): Cell[] => [
    NAMES[engine],
    figure(minutes),
    figure(tally.requests),
    figure(tally.requests / minutes / 60),
    figure(highest),
    figure(busy, { digits: 2 }),
    figure(tally.percentile(0.5), { digits: 1 }),
    figure(tally.percentile(0.99), { digits: 1 }),
    figure(countOf(tally.explained)),
    figure(countOf(tally.unexplained), { limit: NONE }),
    figure(edits.writes),
    figure(edits.unseen, { limit: NONE }),
    `${size.before.toFixed(0)} to ${size.after.toFixed(0)}`,
  ]),
  note: results.map(noteOf).join(' '),
});

/** Lists errors by kind, those of the kill separately, as a sentence below the table. */
function noteOf({ engine, tally, unclean }: SoakResult): string {
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
  return (
    `${NAMES[engine]}: errors of the kill: ${list(tally.explained)}; others: ` +
    `${list(tally.unexplained)}. ${tally.repeated} requests met a connection that was just being ` +
    `closed, and were sent again, as browsers do.` +
    unclean.map((end) => ` A restarted node ended with ${end}.`).join('')
  );
}

export const heldTable = (results: readonly SoakResult[]): Table => ({
  title: 'What a node holds, from the middle of each of its lives to its end',
  columns: [
    'Node',
    'Lives',
    'Middle, MB',
    'End, MB',
    'End, times the middle',
    'Slope, MB/hour',
    'Heap at its least, MB',
    'Descriptors, middle',
    'Descriptors, end',
    'Event loop p99, ms',
  ],
  rows: results.flatMap(({ engine, lives }) =>
    [0, 1].map((node) => [`${NAMES[engine]}, node ${node + 1}`, ...cellsOf(lives.figures(node))]),
  ),
});

function cellsOf(lives: readonly LifeFigures[]): Cell[] {
  const of = (read: (life: LifeFigures) => number) => lives.map(read);
  return [
    figure(lives.length),
    spread(of(({ middle }) => middle.memory)),
    spread(of(({ end }) => end.memory)),
    spread(
      of(({ middle, end }) => end.memory / middle.memory),
      { digits: 2, limit: FLAT },
    ),
    spread(of(({ slope }) => slope)),
    spread(of(({ leastHeap }) => leastHeap)),
    spread(of(({ middle }) => middle.descriptors)),
    spread(of(({ end }) => end.descriptors)),
    figure(median(of(({ end }) => end.loopDelay)), { digits: 1 }),
  ];
}
