import { type ReactNode, useId } from 'react';
import { Icon } from '#platform/design/icon.tsx';

interface SearchBarProps {
  /** What is searched, in the plural. */
  names: string;
  text: string;
  onType(text: string): void;
  /** Beside the text: what else narrows the list. */
  choices: readonly { name: string; label: string; isChosen: boolean; toggle(): void }[];
  children?: ReactNode;
}

/** Above a list: a search box, and buttons that show only some of it. */
export function SearchBar({ names, text, onType, choices, children }: SearchBarProps) {
  const id = useId();
  return (
    <search className="list-filter">
      <label className="sr" htmlFor={id}>
        Search {names}
      </label>
      <div className="list-search">
        <Icon name="search" />
        <input
          id={id}
          className="input"
          type="search"
          placeholder={`Search ${names}`}
          value={text}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      <fieldset className="chips">
        <legend className="sr">Show only</legend>
        {choices.map(({ name, label, isChosen, toggle }) => (
          <button key={name} type="button" className="chip" aria-pressed={isChosen} onClick={toggle}>
            {label}
          </button>
        ))}
      </fieldset>
      {children}
    </search>
  );
}
