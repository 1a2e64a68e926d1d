import type { Totals, Usage } from '#features/analytics/contract/schemas.ts';
import { countText, describeSignups, ofHundred, periodNames, sizeOf } from '../describe-usage.ts';
import { Bar, barWidth, Legend } from './bar.tsx';
import { ChartFigure } from './chart-figure.tsx';
import * as css from './charts.module.css';

const STEPS = [
  ['Signed up', 'signups', null],
  ['Became a member', 'members', 'signups'],
  ['Pays', 'payers', 'members'],
] as const;

/** Height of a step, in px. */
const STEP = 82;
/** Width of the longest bar in percent. The rest is for its number. */
const MAX_BAR = 84;

/** Returns the numbers of persons. Only administrators get these and see this chart. */
const personsOf = ({ signups, members, payers }: Totals) => ({
  signups: signups ?? 0,
  members: members ?? 0,
  payers: payers ?? 0,
});

/** Numbers of people who signed up, made an account, and began a subscription. */
export function SignupsChart({ usage }: { usage: Usage }) {
  const now = personsOf(usage.totals.now);
  const before = usage.totals.before && personsOf(usage.totals.before);
  const names = periodNames(usage);
  const largest = Math.max(
    ...STEPS.flatMap(([, field]) => [sizeOf(now[field]), before ? sizeOf(before[field]) : 0]),
  );
  const marks = [['solid', names.now] as const, ...(before ? [['before', names.before] as const] : [])];
  return (
    <ChartFigure
      title="From signup to payer"
      finding={describeSignups(now)}
      legend={<Legend marks={marks} />}
      height={3 * STEP - 6}
      open
      table={{
        columns: ['Step', 'Now', ...(before ? ['Before'] : [])],
        rows: STEPS.map(([name, field]) => ({
          key: field,
          cells: [name, countText(now[field]), ...(before ? [countText(before[field])] : [])],
        })),
      }}
    >
      {STEPS.map(([name, field, whole], index) => {
        const y = index * STEP;
        const share = whole && ofHundred(now[field], now[whole]);
        return (
          <g key={field}>
            <text className={css.strong} x="0" y={y + 14}>
              {name}
            </text>
            {share === null ? null : (
              <text x="100%" y={y + 14} textAnchor="end">
                {share} of 100
              </text>
            )}
            <line className={css.base} x1=".5" x2=".5" y1={y + 21} y2={y + (before ? 63 : 47)} />
            <Bar kind="solid" x={0} y={y + 24} height={20} width={barWidth(now[field], largest, MAX_BAR)} />
            <BarNumber count={now[field]} largest={largest} y={y + 39} strong />
            {before ? (
              <>
                <Bar
                  kind="before"
                  x={0}
                  y={y + 48}
                  height={12}
                  width={barWidth(before[field], largest, MAX_BAR)}
                />
                <BarNumber count={before[field]} largest={largest} y={y + 58} />
              </>
            ) : null}
          </g>
        );
      })}
    </ChartFigure>
  );
}

interface BarNumberProps {
  count: number | 'few';
  largest: number;
  y: number;
  strong?: boolean;
}

/** A number beside its bar. */
const BarNumber = ({ count, largest, y, strong = false }: BarNumberProps) => (
  <text className={strong ? css.strong : undefined} x={barWidth(count, largest, MAX_BAR)} dx="8" y={y}>
    {countText(count)}
  </text>
);
