import { useEffect, useRef } from 'react';

interface KeywordChipsProps {
  keywords: readonly string[];
  /** Empty for none. */
  chosen: string;
  pick(keyword: string): void;
}

/** The most used keywords, and the chosen one if it is none of them. */
export function KeywordChips({ keywords, chosen, pick }: KeywordChipsProps) {
  const reel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen !== '') bringIntoSight(reel.current);
  }, [chosen]);
  const shown = chosen === '' || keywords.includes(chosen) ? keywords : [chosen, ...keywords];
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div ref={reel} className="chips reel" role="group" aria-label="Keywords">
      {shown.map((keyword) => (
        <button
          key={keyword}
          type="button"
          className="chip"
          aria-pressed={keyword === chosen}
          onClick={() => pick(keyword)}
        >
          {keyword}
        </button>
      ))}
    </div>
  );
}

/** On phones the chips scroll sideways; the page itself stays where it is. */
function bringIntoSight(reel: HTMLElement | null): void {
  const chip = reel?.querySelector<HTMLElement>('[aria-pressed="true"]');
  if (!reel || !chip) return;
  const from = chip.getBoundingClientRect().left - reel.getBoundingClientRect().left;
  reel.scrollLeft += from - (reel.clientWidth - chip.offsetWidth) / 2;
}
