import { useEffect, useRef, useState } from 'react';
import { countDifferences, type KeptWords, keepWords, letWordsGo, readWords } from './kept-words.ts';

/** Rest after the last key before words are kept, in ms. */
const REST = 1000;

interface KeptWordsOptions {
  userId: number;
  dropletId: number;
  source: string;
  /** The text that is saved, and its address. */
  saved: { source: string; url: string | null };
}

/** Keeps typed words in the browser until they are saved, and offers those that were left behind. */
export function useKeptWords({ userId, dropletId, source, saved }: KeptWordsOptions) {
  const [session] = useState(() => crypto.randomUUID());
  const [offers, setOffers] = useState<KeptWords[]>([]);
  const [status, setStatus] = useState<{ at: number } | 'no-room' | null>(null);
  const latest = useRef({ source, saved, keptSource: null as string | null });
  latest.current = { ...latest.current, source, saved };

  // After hydration: the server knows nothing of the browser's storage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on opening only
  useEffect(() => {
    const left = readWords(localStorage, userId, dropletId);
    for (const words of left)
      if (words.source === saved.source) letWordsGo(localStorage, userId, dropletId, words.session);
    setOffers(left.filter((words) => words.source !== saved.source));
  }, []);

  const keepNow = useRef(() => {});
  keepNow.current = () => {
    const { source: words, saved: base, keptSource } = latest.current;
    if (words === base.source) {
      letWordsGo(localStorage, userId, dropletId, session);
      latest.current.keptSource = null;
      return setStatus(null);
    }
    if (words === keptSource) return;
    const at = Date.now();
    const isKept = keepWords(localStorage, userId, dropletId, { session, source: words, at, base: base.url });
    if (isKept) latest.current.keptSource = words;
    setStatus(isKept ? { at } : 'no-room');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the rest anew
  useEffect(() => {
    const timer = setTimeout(() => keepNow.current(), REST);
    return () => clearTimeout(timer);
  }, [source, saved.source]);
  useEffect(() => {
    const keep = () => keepNow.current();
    // A phone ends a hidden page without a word.
    document.addEventListener('visibilitychange', keep);
    window.addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      window.removeEventListener('pagehide', keep);
    };
  }, []);

  /** Keeps unsaved words as an offer, because others are about to take their place. */
  const putAside = () => {
    if (source === saved.source) return;
    const words = { session: crypto.randomUUID(), source, at: Date.now(), base: saved.url };
    keepWords(localStorage, userId, dropletId, words);
    letWordsGo(localStorage, userId, dropletId, session);
    latest.current.keptSource = null;
    setOffers((others) => [words, ...others]);
  };
  const [offer] = offers;
  const dropOffer = () => {
    if (offer) letWordsGo(localStorage, userId, dropletId, offer.session);
    setOffers((others) => others.slice(1));
  };
  return {
    /** When the words were kept last; null while everything is saved. */
    status,
    /** The newest words that were left behind. */
    offer: offer && { ...offer, places: countDifferences(saved.source, offer.source) },
    letGo: dropOffer,
    putAside,
  };
}
