import type { ShownCount } from '#features/analytics/shared/mask-count.ts';
import { countText, shortTitle, sizeOf } from '../describe-usage.ts';
import { Bar, barWidth, Legend } from './bar.tsx';
import { ChartFigure } from './chart-figure.tsx';
import * as css from './charts.module.css';

/** Maximum names in the chart; the table has all. */
const MAX_BARS = 8;
/** Height of a name's row, in px. */
const ROW = 44;

interface NamesChartProps {
  title: string;
  finding: string;
  /** Heading of the names in the table. */
  noun: string;
  names: readonly { name: string; now: ShownCount; before: ShownCount | null }[];
  /** Names of both periods; `before` is null without one. */
  periods: { now: string; before: string | null };
}

/** The most frequent names, each with its count in the other period. */
export function NamesChart({ title, finding, noun, names, periods }: NamesChartProps) {
  const shown = names.slice(0, MAX_BARS);
  const largest = Math.max(0, ...shown.flatMap(({ now, before }) => [sizeOf(now), sizeOf(before ?? 0)]));
  const compares = periods.before !== null;
  const marks = [
    ['solid', periods.now] as const,
    ...(periods.before === null ? [] : [['before', periods.before] as const]),
  ];
  return (
    <ChartFigure
      {...{ title, finding }}
      legend={shown.length > 0 ? <Legend marks={marks} /> : undefined}
      height={Math.max(ROW, shown.length * ROW)}
      table={{
        columns: [noun, 'Now', ...(compares ? ['Before'] : [])],
        rows: names.map(({ name, now, before }) => ({
          key: name,
          cells: [name, countText(now), ...(compares ? [countText(before ?? 0)] : [])],
        })),
      }}
    >
      {shown.length === 0 ? (
        <text x="0" y="14">
          None so far
        </text>
      ) : null}
      {shown.map(({ name, now, before }, index) => {
        const y = index * ROW;
        return (
          <g key={name}>
            <text className={css.strong} x="0" y={y + 13}>
              {shortTitle(name)}
            </text>
            <text x="100%" y={y + 13} textAnchor="end">
              <tspan className={css.strong}>{countText(now)}</tspan>
              {before === null ? '' : `, before ${countText(before)}`}
            </text>
            <Bar kind="solid" x={0} y={y + 20} height={8} width={barWidth(now, largest)} />
            {before === null || before === 0 ? null : (
              <Bar kind="before" x={0.5} y={y + 29} height={5} width={barWidth(before, largest, 99.6)} />
            )}
          </g>
        );
      })}
    </ChartFigure>
  );
}
