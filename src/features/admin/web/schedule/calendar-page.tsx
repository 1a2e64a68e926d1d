import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { MAX_DRAFTS } from '#features/catalogue/contract/schedule-calls.ts';
import { Icon } from '#platform/design/icon.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { cityOf } from '#platform/text/time-zones.ts';
import { failureText } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { AdminFrame, loadForEditors, useIsAdmin } from '../admin-frame.tsx';
import { CONTENT_PATH } from '../content/content-address.ts';
import * as heads from '../section-head.module.css';
import { allSettingsQuery } from '../settings/all-settings.ts';
import { CALENDAR_PATH, calendarHref, readCalendarAddress } from './calendar-address.ts';
import * as css from './calendar-page.module.css';
import { CalendarTable } from './calendar-table.tsx';
import { spanOf } from './calendar-weeks.ts';
import { PlanForm } from './plan-form.tsx';
import { draftsQuery, planQuery, scheduleQuery, useTimeZone } from './schedule-calls.ts';
import { ScheduleNotice } from './schedule-notice.tsx';
import { TimeZoneButton } from './time-zone-button.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  // The calendar uses the site's time zone, or the browser's, which the server does not know.
  await context.queries.prefetchQuery(allSettingsQuery(context.api));
  return undefined;
}

/** /admin/calendar: scheduled publications and withdrawals. */
export function Page() {
  const hydrated = useHydrated();
  return hydrated ? (
    <Calendar />
  ) : (
    <AdminFrame forEditors title="Calendar" path={CALENDAR_PATH} heading="Calendar">
      <PageSpinner />
    </AdminFrame>
  );
}

function Calendar() {
  const zone = useTimeZone();
  const isAdmin = useIsAdmin();
  const chosen = readCalendarAddress(new URLSearchParams(useSearch()));
  return (
    <AdminFrame
      forEditors
      title="Calendar"
      path={CALENDAR_PATH}
      heading="Calendar"
      lead={`What goes live and what is taken down. All times are in ${cityOf(zone)}.`}
      actions={isAdmin ? <TimeZoneButton zone={zone} /> : null}
    >
      <ScheduleNotice />
      <div className={css.columns}>
        <Weeks zone={zone} />
        {chosen ? <Chosen key={`${chosen.type} ${chosen.id}`} {...chosen} /> : <Drafts />}
      </div>
    </AdminFrame>
  );
}

function Weeks({ zone }: { zone: string }) {
  const [page, setPage] = useState(0);
  const [now] = useState(() => Date.now());
  const span = spanOf(now, zone, page);
  const list = useQuery(scheduleQuery(useApi(), span.from, span.to));
  return (
    <section aria-labelledby="weeks">
      <div className={heads.head}>
        <h2 id="weeks" aria-live="polite">
          {span.title}
        </h2>
        <div className="row">
          <button
            type="button"
            className="icon-btn"
            aria-label="Four weeks earlier"
            onClick={() => setPage(page - 1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className="icon-btn"
            aria-label="Four weeks later"
            onClick={() => setPage(page + 1)}
          >
            <Icon name="right" />
          </button>
        </div>
      </div>
      {list.isError ? (
        <LoadFailure title={failureText(list.error)} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <CalendarTable span={span} zone={zone} now={now} entries={list.data.entries} />
      ) : (
        <PageSpinner />
      )}
    </section>
  );
}

/** The form of the chosen item. */
function Chosen({ type, id }: { type: ItemType; id: number }) {
  const { data: plan } = useQuery(planQuery(useApi(), type, id));
  const [, navigate] = useLocation();
  const leave = () => navigate(CALENDAR_PATH);
  const focused = useRef(false);
  return (
    <section
      className={`panel ${css.panel}`}
      aria-labelledby="plan"
      tabIndex={-1}
      // On phones the form is below the pressed list.
      ref={(panel) => {
        if (!panel || focused.current) return;
        focused.current = true;
        panel.focus({ preventScroll: true });
        panel.scrollIntoView({ block: 'nearest' });
      }}
    >
      <h2 id="plan">{plan ? `${plan.isPublished ? 'Live: ' : 'Publish '}“${plan.title}”` : 'Publish'}</h2>
      <PlanForm type={type} id={id} onSaved={(isLeft) => isLeft || leave()} onCancel={leave} />
    </section>
  );
}

/** Drafts without a scheduled time. */
function Drafts() {
  const { data: drafts, error, refetch } = useQuery(draftsQuery(useApi()));
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="drafts">
      <h2 id="drafts">Drafts</h2>
      {error ? <LoadFailure title={failureText(error)} onRetry={() => void refetch()} /> : null}
      {!drafts ? null : drafts.length === 0 ? (
        <p className="hint">Every draft has its time, or there is none.</p>
      ) : (
        <>
          <p className="hint">
            Choose one, and when it goes live.
            {drafts.length < MAX_DRAFTS ? null : (
              <>
                {' '}
                These are the {MAX_DRAFTS} changed last; the others are under{' '}
                <Link href={CONTENT_PATH}>Content</Link>.
              </>
            )}
          </p>
          <ul className={css.drafts}>
            {drafts.map(({ type, id, title }) => (
              <li key={`${type} ${id}`}>
                <Link href={calendarHref(type, id)}>
                  {title}
                  <span className="meta">{type}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
