import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ItemType } from '#features/catalogue/contract.ts';
import { Icon } from '#platform/design/icon.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Item } from './content-kinds.ts';
import { differingFields, FIELD_LABELS, type ItemValues, valuesOf } from './item-form-schema.ts';
import { trailOfItemQuery } from './trail-queries.ts';

interface ConflictNoticeProps {
  kind: ItemType;
  /** As the form began. */
  base: Item;
  /** As somebody else has left it. */
  current: Item;
  /** What is typed now. */
  values: ItemValues;
  busy: boolean;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Two were at it: who changed what meanwhile, and the choice. Nothing that was typed is lost by it. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { kind, base, current, values, busy, onKeepMine, onTakeTheirs } = props;
  const { data: trail } = useQuery(trailOfItemQuery(useApi(), kind, current.id, current.version));
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const theirs = valuesOf(kind, current);
  const began = valuesOf(kind, base);
  const changed = differingFields(kind, began, theirs);
  const mine = new Set(differingFields(kind, began, values));
  const who = trail?.[0]?.user?.username ?? 'Somebody else';
  return (
    <div className="conflict" role="alert" tabIndex={-1} ref={notice}>
      <p>
        <Icon name="alert" />
        <b>
          {who} has changed this {kind} since you opened it.
        </b>{' '}
        What you typed is still here.
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
          Take theirs
        </button>
        <button className="btn line sm" type="button" aria-disabled={busy || undefined} onClick={onKeepMine}>
          Overwrite with mine
        </button>
      </div>
      <p className="hint">Overwriting replaces only the fields that you changed.</p>
    </div>
  );
}

function inWords(value: ItemValues[keyof ItemValues]): string {
  if (Array.isArray(value)) return value.map(({ title }) => title).join(', ') || 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === '' ? 'Empty' : String(value);
}
