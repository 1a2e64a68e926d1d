import { useEffect, useRef } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import * as field from './search-field.module.css';
import * as css from './search-list.module.css';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  maxLength: number;
  text: string;
  onType(text: string): void;
}

/** The search box of a list, which gets the focus at the key `/`. */
export function SearchBox({ text, onType, label, placeholder, maxLength }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef({ text, onType });
  useEffect(() => {
    // The browser keeps what was typed before this code ran, and no event tells of it.
    const early = input.current?.value ?? '';
    if (early !== shown.current.text) shown.current.onType(early);
  }, []);
  return (
    <div className={`${field.search} ${css.search}`}>
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        aria-keyshortcuts="/"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <span className={css.shortcut} aria-hidden="true">
        /
      </span>
    </div>
  );
}
