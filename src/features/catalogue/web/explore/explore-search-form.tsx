import { useId, useRef } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { MAX_SEARCH_LENGTH } from '../../contract/calls.ts';
import * as css from './explore-search-form.module.css';

interface ExploreSearchFormProps {
  text: string;
  setText(text: string): void;
  searchNow(): void;
  keyword: string;
}

/** Shows the search box. Before any script runs, it is a form that leads to the same address. */
export function ExploreSearchForm({ text, setText, searchNow, keyword }: ExploreSearchFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search>
      <form
        className={css.form}
        action="/explore"
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
        }}
      >
        <label className="sr" htmlFor={id}>
          Search droplets
        </label>
        <Icon name="search" className={css.icon} />
        <input
          ref={input}
          className={`input ${css.searchInput}`}
          id={id}
          type="search"
          name="q"
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          placeholder="Search by keyword, title or description..."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {keyword === '' ? null : <input type="hidden" name="keyword" value={keyword} />}
        {text === '' ? null : (
          <button
            type="button"
            className={`icon-btn ${css.clear}`}
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
