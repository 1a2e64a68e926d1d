import { type MouseEvent, useId } from 'react';
import { TEXT_GROUPS, TEXT_SECTIONS, type TextGroup } from '#features/settings/shared/text-groups.ts';
import { Link } from '#platform/web/link.tsx';
import { textsHref } from './texts-address.ts';
import * as css from './texts-page.module.css';

interface TextChoiceProps {
  group: TextGroup;
  /** Tells whether a group has a text that differs from its default. */
  isChanged(group: TextGroup): boolean;
  onChoose(name: string): void;
}

const SECTIONS = TEXT_SECTIONS.map((section) => ({
  section,
  groups: TEXT_GROUPS.filter((group) => group.section === section),
}));

/** Selects a group of texts: a list beside the form, on phones a single field. */
export function TextChoice({ group, isChanged, onChoose }: TextChoiceProps) {
  const id = useId();
  const choose = (event: MouseEvent, name: string) => {
    // The browser itself opens a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose(name);
  };
  return (
    <>
      <nav className={css.list} aria-label="Texts">
        {SECTIONS.map(({ section, groups }) => (
          <div key={section}>
            <h2>{section}</h2>
            <ul>
              {groups.map((each) => (
                <li key={each.name}>
                  <Link
                    href={textsHref(each.name)}
                    aria-current={each === group ? 'page' : undefined}
                    onClick={(event: MouseEvent) => choose(event, each.name)}
                  >
                    {each.label}
                    {isChanged(each) ? <span className="meta">changed</span> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={`field ${css.choice}`}>
        <label htmlFor={id}>Text</label>
        <select
          className="input"
          id={id}
          value={group.name}
          onChange={(event) => onChoose(event.target.value)}
        >
          {SECTIONS.map(({ section, groups }) => (
            <optgroup key={section} label={section}>
              {groups.map((each) => (
                <option key={each.name} value={each.name}>
                  {section}: {each.label}
                  {isChanged(each) ? ' (changed)' : ''}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </>
  );
}
