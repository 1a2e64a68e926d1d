import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Milliseconds from the last keystroke to the search (specification, section 9). */
const DEBOUNCE = 300;

/**
 * Keeps a search box and the search in the address equal. Searches for typed text after a pause. Any other
 * change of the address, such as Back or a link, changes the text. Typed text waits while the search is
 * `paused`, as under the viewer.
 */
export function useSearchText(q: string, search: (q: string) => void, paused: boolean) {
  const [text, setText] = useState(q);
  /** The last search: from the address, or sent by this hook. */
  const lastSearch = useRef(q);

  useEffect(() => {
    if (q === lastSearch.current) return;
    lastSearch.current = q;
    setText(q);
  }, [q]);

  const searchNow = () => {
    const trimmed = text.trim();
    if (trimmed === lastSearch.current) return;
    lastSearch.current = trimmed;
    search(trimmed);
  };
  const onPause = useEffectEvent(searchNow);
  useEffect(() => {
    // Nothing was typed: this is the first render, or the text follows the address.
    if (paused || text.trim() === lastSearch.current) return;
    const timer = setTimeout(() => onPause(), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, paused]);

  return {
    text,
    setText,
    searchNow,
    /** Empties the box without searching; the caller changes the address itself. */
    clearText: () => {
      lastSearch.current = '';
      setText('');
    },
  };
}
