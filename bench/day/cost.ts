import { type Cell, figure, type Table } from '../report/table.ts';
import { MEMBERS, MONTHLY_VISITS, PEAK } from './model.ts';

/** Processor time of a visit, in ms, by the part that used it. */
export interface DayCost {
  name: string;
  nodes: number;
  database: number;
  cache: number;
}

/** Share of a processor's time above which requests wait for each other. */
const BUSY = 0.6;

/** Formats the cost of a visit, and the processors for the peak and a month of a million members. */
export function costTable(costs: readonly DayCost[]): Table {
  const atPeak = PEAK.member + PEAK.newcomer;
  const row = ({ name, nodes, database, cache }: DayCost): Cell[] => {
    const visit = nodes + database + cache;
    return [
      name,
      figure(nodes, { digits: 1 }),
      figure(database, { digits: 1 }),
      figure(cache, { digits: 1 }),
      figure((visit * atPeak) / 1000 / BUSY, { digits: 2 }),
      figure((visit * MONTHLY_VISITS) / 3_600_000 / (MEMBERS / 1000), { digits: 3 }),
    ];
  };
  return {
    title: 'What a visit costs',
    columns: [
      'Served by',
      'Nodes, processor ms a visit',
      'PostgreSQL',
      'Varnish',
      `Processors for the peak, ${BUSY * 100} % busy`,
      'Processor hours a month, per 1,000 members',
    ],
    rows: costs.map(row),
  };
}
