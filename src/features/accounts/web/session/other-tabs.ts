import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { hasPendingLogout } from './log-out-later.ts';
import { READER_CHANGED_KEY, readUser, userQuery } from './queries.ts';
import { dependsOnReader, storeSessionUser } from './session-user.ts';

/**
 * Follows a login, logout or payment in another tab of this browser, or on a later page of this tab, because
 * they share one session. When another reader logs in, a page with unsaved words stays, with a notice.
 */
export function useOtherTabs(): void {
  const queries = useQueryClient();
  const api = useApi();
  useEffect(() => {
    const follow = async (isChange: boolean) => {
      // After an offline logout there is no response, or an outdated one from the device.
      const user = hasPendingLogout() ? null : await readUser(api);
      const before = queries.getQueryData(userQuery(api).queryKey);
      if (before?.id === user?.id) {
        // The role may change by a payment, or the end of a subscription. The page, perhaps with an open
        // dialog, stays as it is until the responses arrive.
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
      // Without a response, the next call shows the change.
      if (key === READER_CHANGED_KEY) follow(newValue !== null).catch(() => {});
    };
    // Compared once, because this listener loads at the reader's first action, after a possible change.
    const last = lastChange();
    if (Number(last) > performance.timeOrigin) onStorage({ key: READER_CHANGED_KEY, newValue: last });
    let atHiding: string | null = null;
    const onHide = () => {
      atHiding = lastChange();
    };
    // Back may show a stored page: of a former reader who has logged out, or without favorites and progress
    // of the later pages. Offline, it stays as it is.
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

/** Returns the time of the reader's last change in this browser. */
function lastChange(): string | null {
  try {
    return localStorage.getItem(READER_CHANGED_KEY);
  } catch {
    return null;
  }
}

/** Checks for unsaved words by the event that browsers send before closing a page. */
const hasUnsavedWords = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
