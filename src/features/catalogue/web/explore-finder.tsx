import { useId, useRef } from 'react';
import { Icon } from '#platform/design/icon.tsx';

/** As the server takes it. */
const LONGEST = 200;

interface ExploreFinderProps {
  text: string;
  setText(text: string): void;
  searchNow(): void;
  keyword: string;
}

/** The search box. Before any script runs it is a plain form that asks for the same address. */
export function ExploreFinder({ text, setText, searchNow, keyword }: ExploreFinderProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search>
      <form
        className="finder"
        action="/explore"
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
        }}
      >
        <label className="sr" htmlFor={id}>
          Search droplets
        </label>
        <Icon name="search" />
        <input
          ref={input}
          className="input"
          id={id}
          type="search"
          name="q"
          maxLength={LONGEST}
          autoComplete="off"
          placeholder="Search by keyword, title or description..."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {keyword === '' ? null : <input type="hidden" name="keyword" value={keyword} />}
        {text === '' ? null : (
          <button
            type="button"
            className="icon-btn"
            aria-label="Clear search"
            onClick={() => {
              setText('');
              input.current?.focus();
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </form>
    </search>
  );
}
