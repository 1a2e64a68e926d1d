import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { leavesLater } from './log-out-later.ts';
import { READER_CHANGED_KEY, readUser, userQuery } from './queries.ts';
import { dependsOnReader, storeSessionUser } from './session-user.ts';

/**
 * Follows a login, logout or payment in another tab of this browser, or on a later page of this tab: they
 * share one session, and this page would show what was true before. For another reader, a page with unsaved
 * words stays as it is, and says so.
 */
export function useOtherTabs(): void {
  const queries = useQueryClient();
  const api = useApi();
  useEffect(() => {
    const follow = async (isChange: boolean) => {
      // After a logout without a connection nobody answers, or the device's former answer.
      const user = leavesLater() ? null : await readUser(api);
      const before = queries.getQueryData(userQuery(api).queryKey);
      if (before?.id === user?.id) {
        // A visitor has paid, or the reader's subscription goes on, or no longer does. The page, with an open
        // dialog perhaps, stays as it is until the responses arrive.
        const hasNewRole = before?.role !== user?.role;
        if (hasNewRole) storeSessionUser(queries, user);
        if (hasNewRole || isChange) void queries.invalidateQueries({ predicate: dependsOnReader });
        return;
      }
      if (hasUnsavedWords())
        return toast({
          kind: 'bad',
          title: user ? `You are logged in as ${user.username} now` : 'You have logged out',
          description: 'That was in another tab. What you typed here is not lost, and not saved yet.',
          asksFor: user ? undefined : 'login',
        });
      storeSessionUser(queries, user);
      void queries.resetQueries({ predicate: dependsOnReader });
    };
    const onStorage = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>) => {
      // Without an answer, the next call tells.
      if (key === READER_CHANGED_KEY) follow(newValue !== null).catch(() => {});
    };
    // This listener comes with the first sign of a person: the change may have come before.
    const last = lastChange();
    if (Number(last) > performance.timeOrigin) onStorage({ key: READER_CHANGED_KEY, newValue: last });
    let atHiding: string | null = null;
    const onHide = () => {
      atHiding = lastChange();
    };
    // Back may show a page as it was left: of the former reader, who has logged out since, or without the
    // hearts and lessons of the pages after it. Without a connection, that is all there is.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      if (lastChange() !== atHiding) location.reload();
      else if (navigator.onLine) void queries.invalidateQueries({ predicate: dependsOnReader });
    };
    addEventListener('storage', onStorage);
    addEventListener('pagehide', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
    };
  }, [queries, api]);
}

/** Time of the last change of the reader in this browser. */
function lastChange(): string | null {
  try {
    return localStorage.getItem(READER_CHANGED_KEY);
  } catch {
    return null;
  }
}

/** Asks the page as the browser does before it is closed. */
const hasUnsavedWords = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
