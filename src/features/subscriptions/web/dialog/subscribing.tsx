import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { useApi } from '#platform/web/page.ts';
import { useActivation } from '../payment/use-activation.ts';
import { subscriptionQuery } from '../status/queries.ts';
import { isRunning } from '../status/subscription-words.ts';
import { ManageSteps } from './manage-steps.tsx';
import type { SubscribeRequest } from './subscribe-intent.ts';
import { SubscribeSteps } from './subscribe-steps.tsx';
import * as css from './subscribing.module.css';

/**
 * The subscription dialog. It stays mounted after its first use: a confirmed payment opens the content even
 * while the dialog is closed.
 */
export function Subscribing({ request }: { request: SubscribeRequest }) {
  const [open, setOpen] = useState<'subscribe' | 'manage' | null>(null);
  const site = useSettings()('site.title');
  const close = () => {
    setOpen(null);
    keepFocus();
  };
  const activation = useActivation(close);
  const { data: own } = useQuery(subscriptionQuery(useApi()));
  const hasPaid = activation.phase !== 'none' || isRunning(own?.subscription);

  // The dialog belongs to its screen: links inside of it, and Back, close it.
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every move
  useEffect(() => setOpen(null), [path, search]);

  const awaitPayment = useEffectEvent(() => activation.await());
  useEffect(() => {
    if (request.intent === 'await') awaitPayment();
    else setOpen(request.intent);
  }, [request]);

  // A step that ends removes its focused button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each step
  useEffect(() => {
    if (open !== null) keepFocus();
  }, [activation.phase]);

  return (
    <Dialog
      open={open !== null}
      onClose={close}
      title={open === 'manage' || hasPaid ? 'Your subscription' : `Subscribe to ${site}`}
    >
      <div className={css.content}>
        {open === 'manage' ? <ManageSteps /> : <SubscribeSteps activation={activation} />}
      </div>
    </Dialog>
  );
}

/**
 * Moves a lost focus to the dialog, or to the page: its button has disappeared with its step or with the
 * lock.
 */
function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')];
    const target = dialogs.at(-1) ?? document.querySelector('main');
    target?.focus({ preventScroll: true });
  }, 50);
}
