import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useApi } from '#platform/web/page.ts';
import { useIsAdmin } from '../admin-frame.tsx';
import { type AuditFilter, isForEditors, KINDS, WHAT } from './audit-filter.ts';
import * as css from './audit-filter-form.module.css';
import { authorsQuery } from './audit-log-queries.ts';

interface AuditFilterFormProps {
  filter: AuditFilter;
  onChange(part: Partial<AuditFilter>): void;
}

/** Controls of the audit log's filter. Each change takes effect at once. */
export function AuditFilterForm({ filter, onChange }: AuditFilterFormProps) {
  const isAdmin = useIsAdmin();
  const { data: authors = [] } = useQuery(authorsQuery(useApi()));
  const people = authors.map(({ id, username }): [string, string] => [String(id), username]);
  // The author was deleted or is still loading. The control must still show that it filters.
  if (/^\d/.test(filter.who) && !people.some(([id]) => id === filter.who))
    people.push([filter.who, `Account ${filter.who}`]);
  return (
    <search className={css.filter} aria-label="Filter changes">
      <Choice
        label="Who"
        all="Everybody"
        value={filter.who}
        choices={[...people, ['program', 'The program']]}
        onChange={(who) => onChange({ who })}
      />
      <Choice
        label="What"
        all="Everything"
        value={filter.what}
        choices={isAdmin ? WHAT : WHAT.filter(isForEditors)}
        onChange={(what) => onChange({ what })}
      />
      <Choice
        label="Kind"
        all="Every kind"
        value={filter.kind}
        choices={isAdmin ? KINDS : KINDS.filter(isForEditors)}
        onChange={(kind) => onChange({ kind: kind as AuditFilter['kind'] })}
      />
      <Day label="From" value={filter.from} max={filter.to} onChange={(from) => onChange({ from })} />
      <Day label="To" value={filter.to} min={filter.from} onChange={(to) => onChange({ to })} />
    </search>
  );
}

interface ChoiceProps {
  label: string;
  /** Text of the first option, which does not filter. */
  all: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  onChange(value: string): void;
}

function Choice({ label, all, value, choices, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {choices.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange(value: string): void;
}

/** A date field. Applies on blur or Enter, because typing passes through other dates. */
function Day({ label, value, min, max, onChange }: DayProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  // The Back button and 'Clear filters' also change the value.
  useEffect(() => setTyped(value), [value]);
  const apply = () => typed !== value && onChange(typed);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        value={typed}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
    </div>
  );
}
