import { useCallback, useEffect, useRef, useState } from 'react';

/** Specification, section 9. */
const DEBOUNCE = 300;

/**
 * The text of a search box and the search in the address, kept in step: what is typed is searched for after a pause,
 * and an address that changes otherwise (Back, a link) changes the text.
 */
export function useSearchText(q: string, search: (q: string) => void) {
  const [text, setText] = useState(q);
  /** What the address says on our account, or has said last. */
  const known = useRef(q);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });

  useEffect(() => {
    if (q === known.current) return;
    known.current = q;
    setText(q);
  }, [q]);

  const searchNow = useCallback((wanted: string) => {
    if (wanted === known.current) return;
    known.current = wanted;
    latest.current(wanted);
  }, []);

  useEffect(() => {
    // Nothing was typed: the page has only just come, or the text follows the address.
    if (text.trim() === known.current) return;
    const timer = setTimeout(() => searchNow(text.trim()), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, searchNow]);

  return {
    text,
    setText,
    searchNow: () => searchNow(text.trim()),
    /** Empties the box without a search, as when something else is asked for. */
    forget: () => {
      known.current = '';
      setText('');
    },
  };
}
