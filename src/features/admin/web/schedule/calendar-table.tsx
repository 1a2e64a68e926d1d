import type { ScheduleEntry } from '#features/catalogue/contract/schedule-endpoints.ts';
import { formatDate } from '#platform/text/dates.ts';
import { formatLocal } from '#platform/text/local-dates.ts';
import { Link } from '#platform/web/link.tsx';
import { calendarHref } from './calendar-address.ts';
import * as css from './calendar-page.module.css';
import {
  type CalendarDay,
  describeEntry,
  describeEntryWithDay,
  type Span,
  weeksOf,
} from './calendar-weeks.ts';

interface CalendarProps {
  span: Span;
  zone: string;
  now: number;
  entries: readonly ScheduleEntry[];
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Four weeks as a table and, on narrow screens, as a list. CSS shows one of them. */
export function CalendarTable(props: CalendarProps) {
  return (
    <>
      <table className={css.calendar} data-part="calendar">
        <caption className="sr">Four weeks</caption>
        <thead>
          <tr>
            {DAYS.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(props.span, props.entries, props.zone, props.now).map((week) => (
            <tr key={week[0]?.local}>
              {week.map((day) => (
                <Day key={day.local} day={day} zone={props.zone} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ComingList {...props} />
    </>
  );
}

function Day({ day: { label, isToday, entries, local }, zone }: { day: CalendarDay; zone: string }) {
  return (
    <td className={isToday ? css.today : undefined} aria-current={isToday ? 'date' : undefined}>
      <span className={css.number}>
        <span aria-hidden="true">{label}</span>
        <span className="sr">{formatLocal(local, 'day')}</span>
      </span>
      {entries.map((entry) => (
        <Link
          key={`${entry.type} ${entry.id} ${entry.action}`}
          className={entry.action === 'unpublish' ? css.goes : undefined}
          href={calendarHref(entry.type, entry.id)}
        >
          <b>{entry.title}</b>
          {describeEntry(entry, zone)}
        </Link>
      ))}
    </td>
  );
}

function ComingList({ span, zone, now, entries }: CalendarProps) {
  const today = formatDate(new Date(now).toISOString(), 'monthDay', { locale: 'en-US', timeZone: zone });
  const isPresent = now >= span.from && now < span.to;
  return (
    <ol className={css.list}>
      {isPresent ? (
        <li className={css.present}>
          <b>Today, {today}</b>
          {entries.length === 0 ? <span className="meta">Nothing planned</span> : null}
        </li>
      ) : entries.length === 0 ? (
        <li>
          <span className="meta">Nothing planned</span>
        </li>
      ) : null}
      {entries.map((entry) => (
        <li key={`${entry.type} ${entry.id} ${entry.action}`}>
          <Link href={calendarHref(entry.type, entry.id)}>
            <b>
              {entry.title}
              {entry.type === 'droplet' ? '' : `, ${entry.type}`}
            </b>
          </Link>
          <span className="meta">{describeEntryWithDay(entry, zone, now)}</span>
        </li>
      ))}
    </ol>
  );
}
