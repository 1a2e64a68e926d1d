import { useRef } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import * as css from './search-list.module.css';
import { useSearchKey } from './use-search-key.ts';

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
  useSearchKey(input);
  return (
    <div className={css.search}>
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
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
