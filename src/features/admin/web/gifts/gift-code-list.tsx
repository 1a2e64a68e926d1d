import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import { changeGiftCode, listGiftCodes } from '#features/gifts/contract/admin-calls.ts';
import { REDEEM_PATH } from '#features/gifts/contract/calls.ts';
import type { changeGiftCode as Change } from '#features/gifts/contract/endpoints.ts';
import type { GiftCode } from '#features/gifts/contract/schemas.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { Disclosure } from '../disclosure.tsx';
import { personHref } from '../people/people-address.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { giftState, STATE_LABELS, usesWords } from './gift-words.ts';
import * as css from './gifts.module.css';

/** Gift codes, newest first. */
export function GiftCodeList({ gifts }: { gifts: readonly GiftCode[] }) {
  const change = useChange();
  const now = Date.now();
  return (
    <ul className={css.list} data-part="gifts">
      {gifts.map((gift) => {
        const state = giftState(gift, now);
        return (
          <li key={gift.id}>
            <div>
              <h2>
                {gift.code}{' '}
                <span className={`badge ${state === 'open' ? 'free' : 'off'}`}>{STATE_LABELS[state]}</span>
              </h2>
              <p>
                {usesWords(gift)} {state === 'ended' ? 'Ended' : 'Until'} <LocalDate instant={gift.endsAt} />.
                {gift.invited === 0 ? '' : ` Sent to ${many(gift.invited, 'address', 'addresses')}.`}
              </p>
              <Redeemers gift={gift} />
            </div>
            <div className="row">
              {state === 'open' ? <CopyLink code={gift.code} /> : null}
              <button
                type="button"
                className="btn line sm"
                aria-disabled={change.isPending || undefined}
                onClick={() =>
                  change.isPending || change.mutate({ gift, isWithdrawn: gift.withdrawnAt === null })
                }
              >
                {gift.withdrawnAt === null ? 'Withdraw' : 'Bring back'}
              </button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Redeemers({ gift: { redemptions, used } }: { gift: GiftCode }) {
  if (used === 0) return <p className="meta">Nobody has redeemed it yet.</p>;
  return (
    <Disclosure title={`Redeemed by ${many(used, 'person', 'people')}`}>
      <ul className={css.redeemers}>
        {redemptions.map(({ userId, name, at }) => (
          <li key={`${userId} ${at}`}>
            {userId === null ? (
              'An account that is gone'
            ) : (
              <Link href={personHref({ kind: 'account', id: userId })}>{name}</Link>
            )}
            , <LocalDate instant={at} style="instant" />
          </li>
        ))}
        {used > redemptions.length ? (
          <li className="meta">{many(used - redemptions.length, 'other')} before.</li>
        ) : null}
      </ul>
    </Disclosure>
  );
}

function CopyLink({ code }: { code: string }) {
  const copy = async () => {
    const link = `${location.origin}${REDEEM_PATH}?code=${encodeURIComponent(code)}`;
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: 'Link copied', description: link });
    } catch {
      // Clipboard access was denied, or the connection is insecure. The link can be copied from the
      // notification.
      toast({ title: 'Copy this link', description: link });
    }
  };
  return (
    <button type="button" className="btn line sm" onClick={() => void copy()}>
      Copy link
    </button>
  );
}

/** Withdraws a code, or restores it. Access opened with it stays. */
function useChange() {
  const api = useApi();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ gift, isWithdrawn }: { gift: GiftCode; isWithdrawn: boolean }) =>
      api<typeof Change>(changeGiftCode, { params: { id: String(gift.id) }, body: { isWithdrawn } }),
    onSuccess: (gift, { isWithdrawn }) => {
      toast(
        isWithdrawn
          ? {
              title: 'Code withdrawn',
              description: `${gift.code} opens nothing more. Whoever redeemed it keeps their access.`,
              undo: () => change.mutate({ gift, isWithdrawn: false }),
            }
          : { title: 'Code is back', description: `${gift.code} can be redeemed again.` },
      );
    },
    onError: changeFailure('The code was not changed'),
    onSettled: () => queries.invalidateQueries({ predicate: answersOf(listGiftCodes, listAuditLog) }),
  });
  return change;
}
