import { useQuery } from '@tanstack/react-query';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import * as css from '../placeholder-notice.module.css';
import { calendarHref } from './calendar-address.ts';
import { scheduleQuery } from './schedule-calls.ts';

/** Queries the items that were not published. An empty time span omits the calendar's entries. */
export const stoppedQuery = (api: Parameters<typeof scheduleQuery>[0]) => scheduleQuery(api, 0, 0);

/** Returns items that did not go live on time, because a condition was unmet. */
export const useStopped = () => useQuery(stoppedQuery(useApi())).data?.stopped ?? [];

/** Lists the items that did not go live on time. */
export function ScheduleNotice() {
  const stopped = useStopped();
  if (stopped.length === 0) return null;
  return (
    <section className={css.notice} aria-labelledby="stopped">
      <Icon name="alert" />
      <div>
        <h2 id="stopped">Not published at its time</h2>
        <p>Something had to be done first. Choose another time, or publish it by hand.</p>
        <ul>
          {stopped.map(({ type, id, title, at }) => (
            <li key={`${type} ${id}`}>
              <span>
                <LocalDate instant={at} style="instant" />: the {type} “{title}”
              </span>
              <Link href={calendarHref(type, id)}>
                Look at it<span className="sr">: {title}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
