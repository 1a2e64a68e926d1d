import type { Usage } from '#features/analytics/contract/schemas.ts';
import { USAGE_EVENTS } from '#features/analytics/shared/usage-events.ts';
import { Link } from '#platform/web/link.tsx';
import { countText, describeLeaving, shortTitle, sizeOf } from '../describe-usage.ts';
import { Bar, barWidth, Legend } from './bar.tsx';
import { ChartFigure } from './chart-figure.tsx';
import * as css from './charts.module.css';
import { EVENT_NAMES } from './event-names.ts';

/** Maximum droplets in the chart; the table has more. */
const MAX_BARS = 8;
/** Height of a droplet's row, in px. */
const ROW = 54;

/**
 * Droplets with the smallest share of finishing readers: opened as an outline, half hatched, finished solid.
 */
export function DropletsChart({ droplets, count }: { droplets: Usage['droplets']; count: number }) {
  const shown = droplets.slice(0, MAX_BARS);
  const largest = Math.max(0, ...shown.map(({ opened }) => sizeOf(opened)));
  const rest = count > droplets.length ? ` The table has ${droplets.length} of ${count} droplets.` : '';
  return (
    <ChartFigure
      title="Opened, half, finished"
      finding={describeLeaving(droplets) + rest}
      legend={
        <Legend
          marks={[
            ['outline', 'Opened'],
            ['half', 'Got to half'],
            ['solid', 'Finished'],
          ]}
        />
      }
      height={shown.length * ROW}
      open
      table={{
        spare: [EVENT_NAMES.saved, EVENT_NAMES.shared],
        columns: ['Droplet', ...USAGE_EVENTS.map((event) => EVENT_NAMES[event])],
        rows: droplets.map((droplet) => ({
          key: droplet.id,
          cells: [
            droplet.title === null ? (
              'A deleted droplet'
            ) : (
              <Link key={droplet.id} href={`/droplets/${droplet.id}`}>
                {droplet.title}
              </Link>
            ),
            ...USAGE_EVENTS.map((event) => countText(droplet[event])),
          ],
        })),
      }}
    >
      {shown.map(({ id, title, opened, half, finished }, index) => {
        const bar = { x: 0.5, y: index * ROW + 22, height: 16 };
        return (
          <g key={id}>
            <text className={css.strong} x="0" y={index * ROW + 14}>
              {shortTitle(title)}
            </text>
            <text x="100%" y={index * ROW + 14} textAnchor="end">
              {countText(finished)} of {countText(opened)} finish
            </text>
            <Bar kind="outline" {...bar} width={barWidth(opened, largest, 99.6)} />
            <Bar kind="half" {...bar} width={barWidth(half, largest, 99.6)} />
            <Bar kind="solid" {...bar} width={barWidth(finished, largest, 99.6)} />
          </g>
        );
      })}
    </ChartFigure>
  );
}
