import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { NoticeCard } from '#features/accounts/web/notice-card.tsx';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { setSessionUser } from '#features/accounts/web/session/session-user.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { REDEEM_PATH, redeemGiftCode } from '../contract/calls.ts';
import type { redeemGiftCode as Redeem } from '../contract/endpoints.ts';
import { RedeemForm } from './redeem-form.tsx';

export async function load({ api, queries }: LoadContext): Promise<LoadResult> {
  await queries.fetchQuery(userQuery(api));
  return undefined;
}

/** Moves the focus to the message, because the pressed button is gone. */
const focusOn = (words: HTMLElement | null): void => words?.focus();

/** /redeem: a gift code opens everything for some months. The address may contain the code. */
export function Page() {
  const api = useApi();
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery(api));
  // The second of two quick presses may come before the form is pending, and its error would hide the gift.
  const isSent = useRef(false);
  const readNewRole = async () => {
    // The gift is effective even when the request for the reader's new role fails.
    const fresh = await queries.fetchQuery({ ...userQuery(api), staleTime: 0 }).catch(() => user);
    setSessionUser(queries, fresh ?? null);
  };
  const redeem = useMutation({
    mutationFn: (code: string) => api<typeof Redeem>(redeemGiftCode, { body: { code } }),
    onSuccess: readNewRole,
    // The response to an earlier press may have been lost, or the session has ended.
    onError: (error) => (hasCode(error, 'gift-redeemed', 'not-signed-in') ? readNewRole() : undefined),
    onSettled: () => {
      isSent.current = false;
    },
  });
  if (!redeem.data)
    return (
      <NoticeCard title="Redeem a gift" path={REDEEM_PATH}>
        <RedeemForm
          isSignedIn={Boolean(user)}
          hasAccess={user?.role === 'subscriber'}
          pending={redeem.isPending}
          error={redeem.error}
          onRedeem={(code) => {
            if (isSent.current) return;
            isSent.current = true;
            redeem.mutate(code);
          }}
        />
      </NoticeCard>
    );
  const { months, until, isAdded } = redeem.data;
  return (
    <NoticeCard title="Your gift is open" path={REDEEM_PATH}>
      <p role="status" ref={focusOn} tabIndex={-1}>
        {isAdded ? `${months} more ${months === 1 ? 'month' : 'months'}. ` : ''}
        Everything is open for you until <LocalDate instant={until} />.
      </p>
      <Link className="btn wide" href="/app">
        Begin
      </Link>
    </NoticeCard>
  );
}
