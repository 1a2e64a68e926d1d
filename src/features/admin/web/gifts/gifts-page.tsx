import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import { LoadMore } from '../load-more.tsx';
import { PEOPLE_PATH } from '../people/people-address.ts';
import { useIsLeft } from '../use-is-left.ts';
import { GIFTS_PATH, NEW_GIFT_HREF } from './gift-address.ts';
import { GiftCodeList } from './gift-code-list.tsx';
import { GiftForm } from './gift-form.tsx';
import { giftsQuery } from './gift-queries.ts';
import * as css from './gifts.module.css';
import { useGiftDraft } from './use-gift-draft.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  await context.queries.prefetchInfiniteQuery(giftsQuery(context.api));
  return undefined;
}

/** /admin/users/gifts: codes that open everything for some months. */
export function Page() {
  const [, navigate] = useLocation();
  const isMaking = new URLSearchParams(useSearch()).has('new');
  const close = () => navigate(GIFTS_PATH, { replace: true });
  useFocusAfter(isMaking);
  const isLeft = useIsLeft();
  const gift = useGiftDraft(({ code, invited }, isAsTyped) => {
    // The form stays open when its values have changed since.
    if (isAsTyped && !isLeft.current) close();
    toast({
      title: `${code} is ready`,
      description: invited === 0 ? 'Pass it on with its link.' : `${many(invited, 'mail')} on the way.`,
    });
  });
  return (
    <AdminFrame
      title="Gift codes"
      path={GIFTS_PATH}
      heading="Gift codes"
      lead="Whoever redeems a code opens everything for some months, and pays nothing."
      back={{ href: PEOPLE_PATH, label: 'Back to User Management' }}
      actions={
        <Link className="btn" href={NEW_GIFT_HREF}>
          Create gift code
        </Link>
      }
    >
      <Gifts />
      <Dialog open={isMaking} onClose={close} title="Create gift code" className={css.wide}>
        <GiftForm {...gift} onCancel={close} />
      </Dialog>
    </AdminFrame>
  );
}

/**
 * Moves a lost focus to the page after closing: a dialog opened by another page's link has no element to
 * return the focus to.
 */
function useFocusAfter(isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isLost = wasOpen.current && !isOpen && document.activeElement === document.body;
    if (isLost) document.querySelector('main')?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
}

function Gifts() {
  const list = useInfiniteQuery(giftsQuery(useApi()));
  const { data, isError, refetch } = list;
  if (!data)
    return isError ? (
      <LoadFailure title="Error loading gift codes. Please try again." onRetry={() => void refetch()} />
    ) : (
      <PageSpinner />
    );
  const gifts = data.pages.flatMap((page) => page.gifts);
  if (gifts.length === 0) return <p className={css.none}>No codes yet.</p>;
  return (
    <>
      <GiftCodeList gifts={gifts} />
      {list.hasNextPage ? <LoadMore pages={list} className={`btn line ${css.more}`} /> : null}
    </>
  );
}
