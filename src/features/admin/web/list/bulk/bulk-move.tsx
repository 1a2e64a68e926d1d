import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { oceansQuery, wavesQuery } from '#features/catalogue/web/items/queries.ts';
import { Form } from '#platform/design/form/form.tsx';
import { useApi } from '#platform/web/page.ts';
import * as fields from './bulk-fields.module.css';
import * as css from './bulk-move.module.css';

interface BulkMoveProps {
  kind: ItemType;
  /** Id of the items' current parent. */
  parentId: number;
  busy: boolean;
  onMove(parentId: number): void;
}

/** Moves the selected items to the end of another ocean, or of another wave of any ocean. */
export function BulkMove({ kind, parentId, busy, onMove }: BulkMoveProps) {
  const id = useId();
  const api = useApi();
  const { data: oceans = [] } = useQuery(oceansQuery(api));
  const [ocean, setOcean] = useState<number | null>(null);
  const [wave, setWave] = useState<number | null>(null);
  const waves = useQuery({ ...wavesQuery(api, ocean ?? 0), enabled: kind === 'droplet' && ocean !== null });
  const target = kind === 'wave' ? ocean : wave;
  const canMove = target !== null && target !== parentId;
  return (
    <Form
      className={fields.fields}
      pending={busy}
      error={null}
      onSubmit={() => {
        if (canMove) onMove(target);
      }}
    >
      <label className="sr" htmlFor={id}>
        {kind === 'wave' ? 'Ocean to move to' : 'Ocean of the wave to move to'}
      </label>
      <select
        id={id}
        className={`input ${css.moveTarget}`}
        value={ocean ?? ''}
        onChange={({ target: { value } }) => {
          setOcean(value === '' ? null : Number(value));
          setWave(null);
        }}
      >
        <option value="">Choose an ocean</option>
        {oceans
          .filter((each) => kind === 'droplet' || each.id !== parentId)
          .map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
      </select>
      {kind === 'droplet' && ocean !== null ? (
        <select
          aria-label="Wave to move to"
          className={`input ${css.moveTarget}`}
          value={wave ?? ''}
          onChange={({ target: { value } }) => setWave(value === '' ? null : Number(value))}
        >
          <option value="">Choose a wave</option>
          {(waves.data ?? [])
            .filter((each) => each.id !== parentId)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
        </select>
      ) : null}
      <button type="submit" className="btn line sm" aria-disabled={busy || !canMove || undefined}>
        Move
      </button>
    </Form>
  );
}
