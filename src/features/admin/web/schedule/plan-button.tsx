import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { PlanForm } from './plan-form.tsx';
import { describePlan } from './plan-values.ts';
import { planQuery, useTimeZone } from './schedule-calls.ts';
import type { TypedPlan } from './use-plan-form.ts';

interface PlanButtonProps {
  type: ItemType;
  /** The item as last saved. */
  item: { id: number; title: string; isPublished: boolean };
  /** Called after each change of the item by this dialog. */
  onSaved(): void;
}

/**
 * An item's scheduled times in its form, and a dialog that changes them. The server renders them, because
 * controls below must not move under a finger.
 */
export function PlanButton({ type, item: { id, title, isPublished }, onSaved }: PlanButtonProps) {
  const { data: plan } = useQuery(planQuery(useApi(), type, id));
  const hydrated = useHydrated();
  const ownersZone = useTimeZone();
  // Server and browser must render the same text until hydration.
  const zone = hydrated ? ownersZone : 'UTC';
  const [open, setOpen] = useState(false);
  const typed = useRef<TypedPlan>(null);
  const isPlanned = plan?.publishAt != null || plan?.unpublishAt != null;
  return (
    <>
      {plan && isPlanned && !plan.isStopped ? (
        <p className="hint">{describePlan(plan, zone, Date.now())}</p>
      ) : null}
      <button type="button" className="btn quiet sm" onClick={() => setOpen(true)}>
        {isPlanned ? 'Change the time' : isPublished ? 'Take down at a time' : 'Publish at a time'}
      </button>
      {/* Outside of the surrounding form, because forms cannot be nested. */}
      {hydrated
        ? createPortal(
            <div onSubmit={(event) => event.stopPropagation()}>
              <Dialog open={open} title={`Publish “${title}”`} onClose={() => setOpen(false)}>
                <PlanForm
                  type={type}
                  id={id}
                  typed={typed}
                  onSaved={(isLeft) => {
                    onSaved();
                    if (!isLeft) setOpen(false);
                  }}
                  onCancel={() => setOpen(false)}
                />
              </Dialog>
            </div>,
            document.body,
          )
        : null}
    </>
  );
}
