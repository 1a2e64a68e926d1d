import { useEffect, useState } from 'react';

/** Announces the title of each page after a navigation. The browser announces the first one. */
export function PageAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let last = document.title;
    // The title of a loading page changes later than its address.
    const titles = new MutationObserver(() => {
      if (document.title === '' || document.title === last) return;
      last = document.title;
      setTitle(last);
    });
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => titles.disconnect();
  }, []);
  return (
    <p className="sr" aria-live="polite">
      {title}
    </p>
  );
}
