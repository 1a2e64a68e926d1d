import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { useApi } from '#platform/web/page.ts';
import { randomId } from '../random-id.ts';
import { type DraftValues, isSaved, typedValues } from './draft-values.ts';
import {
  type Draft,
  type DraftOwner,
  dropDraft,
  keepAtOnce,
  keepDraft,
  readDrafts,
} from './stored-drafts.ts';

/** Maximum time from typing to storing, in ms. */
const DELAY = 500;

interface DraftOptions<Values extends DraftValues> {
  /** The edited item or setting: 'droplet:7'. */
  form: string;
  /**
   * Version of the state from which the form began. Another one means that another person has saved since.
   */
  base: string;
  /** The form's values when opened or saved. */
  saved: Values;
  /** Reads the form. */
  read(): Values;
}

/** Stores a form's unsaved values in the browser, and offers earlier drafts. */
export function useDraft<Values extends DraftValues>(options: DraftOptions<Values>) {
  const { form, saved, base } = options;
  const { data: user } = useQuery(userQuery(useApi()));
  const userId = user?.id ?? null;
  const owner: DraftOwner | null = userId === null ? null : { userId, form };
  const [offers, setOffers] = useState<Draft[]>([]);
  const [status, setStatus] = useState<{ at: number } | 'no-room' | null>(null);
  const session = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Number of pending writes, which a closed page interrupts. */
  const writes = useRef(0);
  const latest = useRef({ ...options, owner });
  latest.current = { ...options, owner };

  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const keepNow = useRef(async (_isLeft = false) => {});
  keepNow.current = async (isLeft = false) => {
    stopTimer();
    const { owner: whose, base: from, saved: before, read } = latest.current;
    if (whose === null || session.current === '') return;
    const values = typedValues(read(), before);
    if (isSaved(values, before)) {
      setStatus(null);
      await dropDraft(whose, session.current);
      return;
    }
    const draft = { session: session.current, values, at: Date.now(), base: from };
    if (isLeft) keepAtOnce(whose, draft);
    writes.current += 1;
    const isKept = await keepDraft(whose, draft);
    writes.current -= 1;
    setStatus(isKept ? { at: draft.at } : 'no-room');
  };

  // After hydration: the server knows nothing of the browser's storage. Another form has drafts of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved is compared when the form opens
  useEffect(() => {
    if (owner === null) return;
    session.current = randomId();
    setStatus(null);
    let isClosed = false;
    void readDrafts(owner).then((left) => {
      for (const draft of left) if (isSaved(draft.values, saved)) void dropDraft(owner, draft.session);
      if (!isClosed)
        setOffers(left.filter((draft) => draft.session !== session.current && !isSaved(draft.values, saved)));
    });
    return () => {
      isClosed = true;
      stopTimer();
    };
  }, [userId, form]);
  useWhenHidden(() => {
    if (timer.current !== undefined || writes.current > 0) void keepNow.current(true);
  });

  const [offer] = offers;
  return {
    /** Time of the last stored draft, `no-room` after a failure, or null when everything is saved. */
    status,
    /** The newest earlier draft. */
    offer: offer && { ...offer, values: offer.values as Values, isStale: offer.base !== base },
    /** Must be called after typing. Stores the draft soon, even during continuous typing. */
    changed: () => {
      timer.current ??= setTimeout(() => void keepNow.current(), DELAY);
    },
    /** Removes this form's draft after saving. */
    clear: () => {
      stopTimer();
      if (owner) void dropDraft(owner, session.current);
      setStatus(null);
    },
    /** Deletes the offered draft. */
    letGo: () => {
      if (owner && offer) void dropDraft(owner, offer.session);
      setOffers((others) => others.slice(1));
    },
    /** Turns unsaved values into an offer before other values replace them. */
    putAside: () => {
      const values = typedValues(latest.current.read(), saved);
      if (owner === null || isSaved(values, saved)) return;
      const draft = { session: randomId(), values, at: Date.now(), base };
      void keepDraft(owner, draft);
      void dropDraft(owner, session.current);
      setOffers((others) => [draft, ...others]);
    },
  };
}

/** Calls `keep` when the page is hidden or closed, because a phone ends a hidden page silently. */
function useWhenHidden(keep: () => void): void {
  const onHidden = useEffectEvent(keep);
  useEffect(() => {
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', onHidden);
    };
  }, []);
}
