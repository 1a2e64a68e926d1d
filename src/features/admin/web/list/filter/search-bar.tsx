import { type ReactNode, useId } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import * as field from '../../search-field.module.css';
import * as css from './search-bar.module.css';

interface SearchBarProps {
  /** Plural noun of the searched items. */
  names: string;
  text: string;
  onType(text: string): void;
  /** Filter chips beside the text. */
  choices?: readonly { name: string; label: string; isChosen: boolean; toggle(): void }[];
  children?: ReactNode;
}

/** Search box and filter chips above a list. */
export function SearchBar({ names, text, onType, choices, children }: SearchBarProps) {
  const id = useId();
  return (
    <search className={css.filter}>
      <label className="sr" htmlFor={id}>
        Search {names}
      </label>
      <div className={`${field.search} ${css.search}`}>
        <Icon name="search" />
        <input
          id={id}
          className="input"
          type="search"
          aria-keyshortcuts="/"
          placeholder={`Search ${names}`}
          value={text}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      {choices ? (
        <fieldset className="chips">
          <legend className="sr">Show only</legend>
          {choices.map(({ name, label, isChosen, toggle }) => (
            <button key={name} type="button" className="chip" aria-pressed={isChosen} onClick={toggle}>
              {label}
            </button>
          ))}
        </fieldset>
      ) : null}
      {children}
    </search>
  );
}
