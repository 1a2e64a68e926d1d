import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Dialog } from '#platform/design/dialog.tsx';
import { useApi } from '#platform/web/page.ts';
import { ManageSteps } from './manage-steps.tsx';
import { subscriptionQuery } from './queries.ts';
import { SubscribeSteps } from './subscribe-steps.tsx';
import type { CountedWish } from './subscribe-wish.ts';
import { isRunning } from './subscription-words.ts';
import { useActivation } from './use-activation.ts';
import './subscription.css';

/**
 * The subscription's dialog. It stays, closed, once it was needed: a payment that is being confirmed opens the content
 * by itself, whether or not anybody looks at the dialog.
 */
export function Subscribing({ wished }: { wished: CountedWish }) {
  const [open, setOpen] = useState<'subscribe' | 'manage' | null>(null);
  const site = useSettings()('site.title');
  const close = () => {
    setOpen(null);
    keepFocus();
  };
  const activation = useActivation(close);
  const { data: own } = useQuery(subscriptionQuery(useApi()));
  // Nobody is asked to subscribe who has paid.
  const hasPaid = activation.phase !== 'none' || isRunning(own?.subscription);

  // A link inside of it, or Back: the dialog belongs to the screen that it was opened over.
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the new place is
  useEffect(() => setOpen(null), [path, search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    if (wished.wish === 'await') activation.await();
    else setOpen(wished.wish);
  }, [wished]);

  // A step that goes takes its button along, and the focus would go with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step
  useEffect(() => {
    if (open !== null) keepFocus();
  }, [activation.phase]);

  return (
    <Dialog
      open={open !== null}
      onClose={close}
      title={open === 'manage' || hasPaid ? 'Your subscription' : `Subscribe to ${site}`}
    >
      {open === 'manage' ? <ManageSteps /> : <SubscribeSteps activation={activation} />}
    </Dialog>
  );
}

/** Where the focused button is gone, with its step or with the lock: the focus stays on what the reader looks at. */
function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')];
    const place = dialogs.at(-1) ?? document.querySelector('main');
    place?.focus({ preventScroll: true });
  }, 50);
}
