import type { ReactNode } from 'react';
import type { Usage } from '#features/analytics/contract/schemas.ts';
import { countText, describeReach, sizeOf } from '../describe-usage.ts';
import { Bar, barHeight } from './bar.tsx';
import { ChartFigure } from './chart-figure.tsx';
import * as css from './charts.module.css';

/** Maximum bars in the chart; the table has all parts. */
const MAX_BARS = 30;
/** Maximum numbers side by side on a phone. */
const MAX_NUMBERS = 10;
const WATERLINE = 132;
const MAX_BAR = 108;
/** Width of a bar as a share of its column, and height of its reflection as a share of the bar's. */
const BAR_SHARE = 0.72;
const REFLECTION = 0.13;

/** Openings of each part of a wave or ocean, in order. */
export function ReachChart({ reach, choice }: { reach: NonNullable<Usage['reach']>; choice: ReactNode }) {
  const steps = reach.steps.slice(0, MAX_BARS);
  const largest = Math.max(0, ...steps.map(({ opened }) => sizeOf(opened)));
  const every = Math.ceil(steps.length / MAX_NUMBERS);
  const room = 100 / Math.max(1, steps.length);
  return (
    <ChartFigure
      title="How far people get"
      finding={describeReach(reach)}
      legend={choice}
      height={176}
      table={{
        columns: [reach.parent.kind === 'wave' ? 'Droplet' : 'Wave', 'Opened'],
        rows: reach.steps.map(({ title, opened }, index) => ({
          key: index,
          cells: [`${index + 1}. ${title}`, countText(opened)],
        })),
      }}
    >
      {steps.map(({ opened }, index) => {
        const height = barHeight(opened, largest, MAX_BAR);
        const column = { x: `${(index + (1 - BAR_SHARE) / 2) * room}%`, width: `${BAR_SHARE * room}%` };
        const center = `${(index + 0.5) * room}%`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its position
          <g key={index}>
            <Bar kind="solid" {...column} y={WATERLINE - height} height={height} />
            <Bar kind="solid" {...column} y={WATERLINE} height={height * REFLECTION} opacity={0.16} />
            {index % every === 0 ? (
              <>
                <text className={css.strong} x={center} y={WATERLINE - height - 6} textAnchor="middle">
                  {countText(opened)}
                </text>
                <text x={center} y="168" textAnchor="middle">
                  {index + 1}
                </text>
              </>
            ) : null}
          </g>
        );
      })}
      <line className={css.base} x1="0" x2="100%" y1={WATERLINE + 0.5} y2={WATERLINE + 0.5} />
    </ChartFigure>
  );
}
