import type { Usage } from '#features/analytics/contract/schemas.ts';
import { USAGE_EVENTS } from '#features/analytics/shared/usage-events.ts';
import { formatDate } from '#platform/text/dates.ts';
import { countText, fullestWeekday, periodNames, sizeOf, spanText } from '../describe-usage.ts';
import { Bar, barHeight } from './bar.tsx';
import { ChartFigure, type ChartTable } from './chart-figure.tsx';
import * as css from './charts.module.css';
import { EVENT_NAMES } from './event-names.ts';

/** Distance of the waterline from the top, and length of the longest bar above or below it, in px. */
const WATERLINE = 132;
const MAX_BAR = 112;
/** Width of a bar, as a share of its column. */
const BAR_SHARE = 0.68;

/** Openings of each day or month above the waterline, and of each day in the other period below it. */
export function DaysChart({ usage }: { usage: Usage }) {
  const { times, unit, before } = usage;
  const title = `Droplets opened each ${unit}`;
  const table = tableOf(usage);
  const largest = Math.max(...times.flatMap((time) => [sizeOf(time.opened), sizeOf(time.openedBefore ?? 0)]));
  if (largest === 0)
    return (
      <ChartFigure
        {...{ title, table, height: 90 }}
        finding={`No droplet was opened between ${spanText(usage.period).replace(' to ', ' and ')}.`}
      >
        <line className={css.base} x1="0" x2="100%" y1="60.5" y2="60.5" />
        <text x="50%" y="50" textAnchor="middle">
          0 on every {unit}
        </text>
        <Ends usage={usage} y={84} />
      </ChartFigure>
    );
  const names = periodNames(usage);
  const weekday = fullestWeekday(usage);
  const over = before
    ? `Above the waterline: ${lower(names.now)}. Below, as a reflection: ${lower(names.before)}.`
    : '';
  const finding = `${over}${weekday ? ` Fullest on ${weekday}.` : ''}`.trim() || `${spanText(usage.period)}.`;
  const top = times.findIndex(
    ({ opened }) => sizeOf(opened) === Math.max(...times.map((t) => sizeOf(t.opened))),
  );
  // The bars' label is on the side without the largest bar's number.
  const nameSide = top < times.length / 3 ? ({ x: '100%', textAnchor: 'end' } as const) : { x: 0 };
  return (
    <ChartFigure {...{ title, finding, table }} height={before ? 280 : 176}>
      {times.map(({ from, opened, openedBefore }, index) => {
        const column = {
          x: `${at(index, times.length, (1 - BAR_SHARE) / 2)}%`,
          width: `${(100 / times.length) * BAR_SHARE}%`,
        };
        const height = barHeight(opened, largest, MAX_BAR);
        return (
          <g key={from}>
            <Bar kind="solid" {...column} y={WATERLINE - height} height={height} />
            {openedBefore === null ? null : (
              <Bar
                kind="before"
                {...column}
                y={WATERLINE + 0.5}
                height={barHeight(openedBefore, largest, MAX_BAR)}
              />
            )}
          </g>
        );
      })}
      <line className={css.base} x1="0" x2="100%" y1={WATERLINE + 0.5} y2={WATERLINE + 0.5} />
      <TopNumbers usage={usage} top={top} largest={largest} />
      <text className={css.strong} y="13" {...nameSide}>
        {names.now}
      </text>
      {before ? (
        <text y="258" {...nameSide}>
          {names.before}
        </text>
      ) : null}
      <Ends usage={usage} y={before ? 276 : 154} />
    </ChartFigure>
  );
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns a horizontal position in percent: a `share` of the column of the bar at an index. */
const at = (index: number, count: number, share: number) => ((index + share) / count) * 100;

/** The numbers of the largest bar and of its reflection. */
function TopNumbers({ usage: { times }, top, largest }: { usage: Usage; top: number; largest: number }) {
  const time = times[top];
  if (!time) return null;
  // Keeps the numbers inside the drawing.
  const x = `${Math.min(97, Math.max(3, at(top, times.length, 0.5)))}%`;
  const below = time.openedBefore ?? 0;
  return (
    <>
      <text
        className={css.strong}
        x={x}
        y={WATERLINE - barHeight(time.opened, largest, MAX_BAR) - 6}
        textAnchor="middle"
      >
        {countText(time.opened)}
      </text>
      {below === 0 ? null : (
        <text x={x} y={WATERLINE + barHeight(below, largest, MAX_BAR) + 15} textAnchor="middle">
          {countText(below)}
        </text>
      )}
    </>
  );
}

/** The first and the last day. */
function Ends({ usage: { period, unit }, y }: { usage: Usage; y: number }) {
  const style = unit === 'day' ? 'monthDay' : 'month';
  return (
    <>
      <text x="0" y={y}>
        {formatDate(period.from, style)}
      </text>
      <text x="100%" y={y} textAnchor="end">
        {formatDate(period.to, style)}
      </text>
    </>
  );
}

/** Returns all counts of each day, newest first. */
function tableOf(usage: Usage): ChartTable {
  const { unit, times, before } = usage;
  const style = unit === 'month' ? 'month' : 'monthDay';
  const compared = before ? [`Opened, ${lower(periodNames(usage).before)}`] : [];
  return {
    spare: [EVENT_NAMES.half, EVENT_NAMES.saved, EVENT_NAMES.shared],
    columns: [
      unit === 'day' ? 'Day' : 'Month',
      ...USAGE_EVENTS.map((event) => EVENT_NAMES[event]),
      ...compared,
    ],
    rows: [...times].reverse().map((time) => ({
      key: time.from,
      cells: [
        formatDate(time.from, style),
        ...USAGE_EVENTS.map((event) => countText(time[event])),
        ...(before ? [countText(time.openedBefore ?? 0)] : []),
      ],
    })),
  };
}
