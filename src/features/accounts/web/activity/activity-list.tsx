import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { listSecurityEvents } from '#features/audit-log/contract/endpoints.ts';
import { listSecurityEvents as call } from '#features/audit-log/contract/own-calls.ts';
import type { SecurityEvent } from '#features/audit-log/contract/schemas.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import type { Api } from '#platform/web/api-client.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as css from './activity-list.module.css';
import { describeEvent } from './describe-event.ts';

/** The user's security events, newest first, in pages of 20. Refetched whenever the list opens. */
const activityQuery = (api: Api) =>
  pagesQuery({
    queryKey: keyOf(call),
    fetchPage: async ({ cursor, onHeaders }) => ({
      events: await api<typeof listSecurityEvents>(call, { query: { cursor }, onHeaders }),
    }),
    gcTime: 0,
  });

/** The events as sentences, with time and device. */
export function ActivityList() {
  const list = useInfiniteQuery(activityQuery(useApi()));
  const container = useRef<HTMLDivElement>(null);
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  const count = events.length;
  // After 'Show more', the focus moves to the first new row, because the button may be gone.
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => {
    if (asked === null || count <= asked) return;
    container.current?.querySelectorAll<HTMLElement>('li')[asked]?.focus();
    setAsked(null);
  }, [asked, count]);
  const showMore = () => {
    setAsked(count);
    void list.fetchNextPage();
  };
  if (!list.data)
    return list.isError ? (
      <LoadFailure
        title="Your recent activity could not be loaded. Please try again."
        onRetry={() => void list.refetch()}
      />
    ) : (
      <Spinner />
    );
  if (count === 0) return <p>Nothing yet. From now on, you will see it here.</p>;
  return (
    <div ref={container} className={css.activity} data-part="activity">
      <ol className={css.events}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {list.hasNextPage ? (
        <button
          type="button"
          className="btn line"
          aria-disabled={list.isFetchingNextPage || undefined}
          onClick={() => list.isFetchingNextPage || showMore()}
        >
          Show more
        </button>
      ) : null}
      {list.isFetchNextPageError ? (
        <ErrorNote role="alert">More could not be loaded. Please try again.</ErrorNote>
      ) : null}
    </div>
  );
}

function EventRow({ event }: { event: SecurityEvent }) {
  return (
    // A script may move the focus here.
    <li tabIndex={-1}>
      <b>{describeEvent(event)}</b>
      <span className="meta">
        <LocalDate instant={event.at} style="instant" />
        {event.device === null ? null : `, ${event.device}`}
      </span>
    </li>
  );
}
