import { useQuery } from '@tanstack/react-query';
import { isStaff } from '#features/accounts/shared/staff.ts';
import { useOtherTabs } from '#features/accounts/web/session/other-tabs.ts';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { authHref } from '#features/accounts/web/sign-in/return-to.ts';
import { ComfortHost } from '#features/comfort/web/comfort-host.tsx';
import type { ToastContent } from '#platform/design/toast/toast.tsx';
import { ToastRegion } from '#platform/design/toast/toast-region.tsx';
import { latePart } from '#platform/web/late-part.tsx';
import { useApi } from '#platform/web/page.ts';
import { ConnectionNote } from '../offline/connection-note.tsx';
import { useScrollAfterBack } from './use-scroll-after-back.ts';

/**
 * Parts that load late, because few first views need them: notifications, with links for those that require
 * an account; the note about the connection; comfort panel and shortcuts; parts for staff; the bar of a view;
 * the listener to other tabs; the restoration of a scroll position.
 */
export function LateParts() {
  useOtherTabs();
  useScrollAfterBack();
  return (
    <>
      <ConnectionNote />
      <ToastRegion linksOf={linksOf} />
      <ComfortHost />
      <ForStaff />
      <ViewBar />
    </>
  );
}

const StaffParts = latePart(
  () => import('./staff-parts.tsx').then((module) => module.StaffParts),
  (show) => show(),
);

const ViewBar = latePart(
  () => import('#features/preview/web/view-bar.tsx').then((module) => module.ViewBar),
  (show) => {
    if (/_view=/.test(document.cookie)) show();
  },
);

function ForStaff() {
  const { data: user } = useQuery(userQuery(useApi()));
  return isStaff(user) ? <StaffParts /> : null;
}

function linksOf({ asksFor, intent }: ToastContent) {
  if (asksFor === undefined) return [];
  const here = location.pathname + location.search;
  const register = { label: 'Create an account', href: authHref(here, 'register', intent) };
  const logIn = { label: 'Log in', href: authHref(here, 'login', intent) };
  // A new tab for the login, because this page has unsaved text that can be saved afterwards.
  if (asksFor === 'login') return [{ ...logIn, isNewTab: true }];
  return asksFor === 'account' ? [register] : [register, logIn];
}
