import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import { checkHref } from '../check/check-address.ts';
import { surroundingsQuery } from '../content/content-calls.ts';
import { versionsHref } from '../history/history-address.ts';
import { publishWarning } from '../list/publish-warning.ts';
import { PlanButton } from '../schedule/plan-button.tsx';
import type { ItemValues } from './item-form-schema.ts';

interface PublishNoteProps {
  kind: ItemType;
  /** The item in the form; null for a new one. */
  base: { id: number; title: string; isPublished: boolean } | null;
  values: ItemValues;
  /** Ids of items changed by this page since the form opened. */
  own: RefObject<Set<number>>;
  oceans: readonly Ocean[];
  waves: readonly Wave[];
}

/** Warns below the switch that readers will not see the item, or find it empty. Links to the check. */
export function PublishNote({ kind, base, values, own, oceans, waves }: PublishNoteProps) {
  const publishes = values.isPublished && !base?.isPublished;
  const around = useQuery({
    ...surroundingsQuery(useApi(), kind, base ? [base.id] : []),
    enabled: publishes && base !== null && kind !== 'droplet',
  });
  const wave = kind === 'droplet' ? waves.find(({ id }) => id === values.waveId) : undefined;
  const oceanId = kind === 'wave' ? values.oceanId : wave?.oceanId;
  const ocean = oceans.find(({ id }) => id === oceanId);
  // Checks the parent chosen in the form, to which the item may be about to move.
  const underDraft = [wave, ocean].some((parent) => parent?.isPublished === false) ? 1 : 0;
  const warning = publishes
    ? publishWarning(kind, 1, { underDraft, onlyDrafts: around.data?.onlyDrafts ?? 0 })
    : '';
  return (
    <>
      <p className="hint" role="status" data-part="publish-note">
        {warning}
      </p>
      {base ? (
        <div className="row">
          <Link className="btn quiet sm" href={checkHref(kind, base.id)}>
            Check before publishing
          </Link>
          <Link className="btn quiet sm" href={versionsHref({ type: kind, id: String(base.id) })}>
            History
          </Link>
          <PlanButton key={base.id} type={kind} item={base} onSaved={() => own.current.add(base.id)} />
        </div>
      ) : null}
    </>
  );
}
