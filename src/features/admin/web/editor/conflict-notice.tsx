import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { Icon } from '#platform/design/icon.tsx';
import { useApi } from '#platform/web/page.ts';
import { itemAuditLogQuery } from '../audit-log/audit-log-queries.ts';
import type { Item } from '../content/content-kinds.ts';
import { FIELD_LABELS } from './field-labels.ts';
import * as css from './item-editor.module.css';
import { differingFields, type ItemValues, valuesOf } from './item-form-schema.ts';

interface ConflictNoticeProps {
  kind: ItemType;
  /** The item as loaded into the form. */
  base: Item;
  /** The item as saved by another person. */
  current: Item;
  /** The form's current values. */
  values: ItemValues;
  busy: boolean;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/**
 * Edit conflict: shows the other person's changes and offers both versions. The form keeps the typed values.
 */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { kind, base, current, values, busy, onKeepMine, onTakeTheirs } = props;
  const { data: log } = useQuery(itemAuditLogQuery(useApi(), kind, current.id, current.version));
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const theirs = valuesOf(kind, current);
  const began = valuesOf(kind, base);
  const changed = differingFields(kind, began, theirs);
  const mine = new Set(differingFields(kind, began, values));
  const who = log?.[0]?.user?.username ?? 'Someone else';
  return (
    <div className={css.conflict} data-part="conflict" role="alert" tabIndex={-1} ref={notice}>
      <p>
        <Icon name="alert" />
        <b>
          {who} changed this {kind} after you opened it.
        </b>{' '}
        Your changes are still here.
      </p>
      {changed.length === 0 ? null : (
        <dl>
          {changed.map((field) => (
            <div key={field}>
              <dt>
                {FIELD_LABELS[field]}
                {mine.has(field) ? ' (you changed this too)' : ''}
              </dt>
              <dd>{inWords(theirs[field])}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="row">
        <button className="btn line sm" type="button" onClick={onTakeTheirs}>
          Use their version
        </button>
        <button className="btn line sm" type="button" aria-disabled={busy || undefined} onClick={onKeepMine}>
          Use my version
        </button>
      </div>
      <p className="hint">Your version replaces only the fields that you changed.</p>
    </div>
  );
}

function inWords(value: ItemValues[keyof ItemValues]): string {
  if (Array.isArray(value))
    return value.map((entry) => ('title' in entry ? entry.title : entry.language)).join(', ') || 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === '' ? 'Empty' : String(value);
}
