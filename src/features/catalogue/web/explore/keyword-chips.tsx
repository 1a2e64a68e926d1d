import { useEffect, useRef } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { textWidth } from './chip-width.ts';
import * as css from './keyword-chips.module.css';

interface KeywordChipsProps {
  keywords: readonly string[];
  /** The selected keyword; empty for none. */
  selected: string;
  onToggle(keyword: string): void;
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Shows the keywords as toggle buttons, and the selected one even if the list lacks it. */
export function KeywordChips({ keywords, selected, onToggle }: KeywordChipsProps) {
  const row = useRef<HTMLDivElement>(null);
  /** The chip under the finger. It keeps its position, so that a second press can undo the first. */
  const touched = useRef('');
  useEffect(() => {
    if (selected !== '' && selected !== touched.current)
      center(row.current?.querySelector<HTMLElement>('[aria-pressed="true"]'));
  }, [selected]);
  // A link may spell the same keyword in another case.
  const pressed = keywords.find((keyword) => isSame(keyword, selected)) ?? selected;
  const shown = selected === '' || keywords.includes(pressed) ? keywords : [selected, ...keywords];
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      ref={row}
      className={`chips ${css.keywords}`}
      role="group"
      aria-label="Keywords"
      // Chromium does not scroll to a chip of which a few pixels are visible.
      onFocus={({ target }) => target.matches(':focus-visible') && center(target)}
    >
      {shown.map((keyword) => {
        const width = textWidth(keyword);
        return (
          <button
            key={keyword}
            type="button"
            className={classNames('chip', css.keyword, width !== undefined && css.sized)}
            aria-pressed={keyword === pressed}
            onClick={() => {
              touched.current = keyword;
              onToggle(keyword === pressed ? selected : keyword);
            }}
          >
            {/* A known width holds the rows still when a late font arrives. The CSP forbids styles. */}
            {width === undefined ? null : <svg width={`${width}em`} height="0" aria-hidden="true" />}
            <span>{keyword}</span>
          </button>
        );
      })}
    </div>
  );
}

/**
 * Centers a chip on phones, where the chips scroll sideways. `scrollIntoView` would move the page too.
 */
function center(chip: HTMLElement | null | undefined): void {
  const row = chip?.parentElement;
  if (!row) return;
  const left = chip.getBoundingClientRect().left - row.getBoundingClientRect().left;
  row.scrollLeft += left - (row.clientWidth - chip.offsetWidth) / 2;
}
