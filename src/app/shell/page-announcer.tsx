import { useEffect, useState } from 'react';

/** Says the title of each page that one moves to; the first page's is said by the browser itself. */
export function PageAnnouncer() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let last = document.title;
    // A page that is on its way has its title later than its address.
    const titles = new MutationObserver(() => {
      if (document.title === '' || document.title === last) return;
      last = document.title;
      setSaid(last);
    });
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => titles.disconnect();
  }, []);
  return (
    <p className="sr" aria-live="polite">
      {said}
    </p>
  );
}
