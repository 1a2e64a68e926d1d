import { Icon } from '#platform/design/icon.tsx';
import * as field from '../search-field.module.css';
import * as css from '../search-list.module.css';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  maxLength: number;
  text: string;
  onType(text: string): void;
  /** Called when the box loses the focus. */
  onLeave(): void;
}

/** The search box of a list, which the key `/` focuses. */
export function SearchBox({ text, onType, onLeave, label, placeholder, maxLength }: SearchBoxProps) {
  return (
    <div className={`${field.search} ${css.search}`}>
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-keyshortcuts="/"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onBlur={onLeave}
      />
      <span className={css.shortcut} aria-hidden="true">
        /
      </span>
    </div>
  );
}
