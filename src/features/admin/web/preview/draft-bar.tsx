import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { dropletQuery, oceanQuery, waveQuery } from '#features/catalogue/web/items/queries.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import { checkHref } from '../check/check-address.ts';
import { describePlan } from '../schedule/plan-values.ts';
import { planQuery, useTimeZone } from '../schedule/schedule-calls.ts';
import * as css from './draft-bar.module.css';
import type { Subject } from './preview-link-calls.ts';
import { PreviewLinkForm } from './preview-link-form.tsx';

/** Parses the item of a learner's page from its path. */
export function itemOfPath(path: string): Subject | null {
  const [, type, id] = /^\/(ocean|wave|droplet)s\/([1-9]\d{0,14})(?:-|$)/.exec(path) ?? [];
  return type === undefined ? null : { type: type as ItemType, id: Number(id) };
}

/** The ribbon above a page whose item is not public, for readers who see drafts. */
export function DraftRibbon({ type, id }: Subject) {
  const state = usePublicity(type, id);
  const [open, setOpen] = useState(false);
  const { data: reader } = useQuery(userQuery(useApi()));
  if (state === 'public') return null;
  return (
    <aside className={css.ribbon} aria-label="Draft" data-part="draft-ribbon">
      <div className={`wrap ${css.inner}`}>
        <p>
          <b>Draft.</b> Only administrators, editors and people with a preview link see this page.{' '}
          {state === 'below-draft' ? 'What is above it is a draft.' : null}
          {state === 'draft' ? <PlanWords type={type} id={id} /> : null}
        </p>
        <div className={css.actions}>
          {reader?.role === 'admin' ? (
            <button className="btn line sm" type="button" onClick={() => setOpen(true)}>
              Preview link
            </button>
          ) : null}
          <Link className="btn sm" href={checkHref(type, id)}>
            Check and publish
          </Link>
        </div>
      </div>
      <Dialog open={open} title="Preview link" onClose={() => setOpen(false)}>
        <PreviewLinkForm subject={{ type, id }} onClose={() => setOpen(false)} />
      </Dialog>
    </aside>
  );
}

/** The time at which the draft goes live. */
function PlanWords({ type, id }: Subject) {
  const { data: plan } = useQuery(planQuery(useApi(), type, id));
  const zone = useTimeZone();
  return plan?.publishAt != null && !plan.isStopped ? describePlan(plan, zone, Date.now()) : null;
}

/** Tells whether readers see an item. A published item below a draft is not public either. */
function usePublicity(type: ItemType, id: number): 'public' | 'draft' | 'below-draft' {
  const api = useApi();
  const { data: droplet } = useQuery({ ...dropletQuery(api, String(id)), enabled: type === 'droplet' });
  const waveId = type === 'wave' ? String(id) : droplet?.waveId;
  const { data: wave } = useQuery({ ...waveQuery(api, waveId ?? 0), enabled: waveId !== undefined });
  const oceanId = type === 'ocean' ? String(id) : wave?.oceanId;
  const { data: ocean } = useQuery({ ...oceanQuery(api, oceanId ?? 0), enabled: oceanId !== undefined });
  const own = { ocean, wave, droplet }[type];
  if (own?.isPublished === false) return 'draft';
  return [ocean, wave].some((above) => above?.isPublished === false) ? 'below-draft' : 'public';
}
