import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import type { Plan } from '#features/catalogue/contract/schedule-endpoints.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { refetchContent } from '../content/content-calls.ts';
import { useIsLeft } from '../use-is-left.ts';
import {
  describePlan,
  isSamePlan,
  type PlanValues,
  readTime,
  valuesOfPlan,
  zonedTime,
} from './plan-values.ts';
import { type NewPlan, savePlan } from './schedule-calls.ts';

/** Typed values of a closed form. */
export interface TypedPlan {
  values: PlanValues;
  /** Zone of the times. */
  zone: string;
  /** The plan from which the fields began. */
  base: Plan;
}

interface Options {
  plan: Plan;
  zone: string;
  /** Outlives the form, so that typed values survive Escape. */
  typed?: RefObject<TypedPlan | null> | undefined;
  /** `isLeft`: the form has unmounted, and another one may have replaced it. */
  onSaved(isLeft: boolean): void;
}

/** Manages the form of an item's times. */
export function usePlanForm({ plan, zone, typed, onSaved }: Options) {
  const api = useApi();
  const queries = useQueryClient();
  const [left] = useState(() => (typed?.current?.zone === zone ? typed.current : null));
  const [values, setValues] = useState(() => left?.values ?? valuesOfPlan(plan, zone, Date.now()));
  const [isTyped, setTyped] = useState(left !== null);
  /** The plan from which the fields began, or a newer one. */
  const [base, setBase] = useState(left?.base ?? plan);
  /** The item as changed by another person meanwhile. */
  const [changed, setChanged] = useState<Plan | null>(null);
  const [refused, setRefused] = useState<Record<string, string>>({});
  // A cached plan is shown during the fetch of the latest one. Values typed until then stay.
  if (plan.version > base.version) {
    setBase(plan);
    const fresh = valuesOfPlan(plan, zone, Date.now());
    if (!isTyped) setValues(fresh);
    // The options of a draft differ from those of a live item.
    else if (plan.isPublished !== base.isPublished) setValues({ ...values, when: fresh.when });
    if (isTyped && !isSamePlan(plan, base)) setChanged(plan);
  }
  const busy = useRef(false);
  const isLeft = useIsLeft();
  const now = Date.now();
  const publish = values.when === 'time' ? readTime(values.publish, zone, now) : {};
  const unpublish = values.takesDown ? readTime(values.unpublish, zone, now) : {};
  const { instant } = unpublish;
  if (instant !== undefined && publish.instant !== undefined && instant <= publish.instant)
    unpublish.error = 'Choose a time after it goes live.';
  publish.error ??= refused.publish;
  unpublish.error ??= refused.unpublish;

  const { mutate, isPending } = useMutation({
    mutationFn: (body: NewPlan) => savePlan(api, plan.type, plan.id, body),
    onSuccess: async (saved) => {
      if (typed) typed.current = null;
      toast({ title: 'Saved', description: describePlan(saved, zone, Date.now()) });
      // Called first, so that the surrounding form knows the author of the new version.
      onSaved(isLeft.current);
      await refetchContent(queries);
    },
    onError: (error) => {
      toastFailure('Not saved')(error);
      if (!(error instanceof ApiError)) return;
      if (error.code === 'edit-conflict') setChanged(error.current as Plan);
      setRefused(Object.fromEntries(error.issues.map(({ path, message }) => [path.split('.')[0], message])));
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  return {
    values,
    publish,
    unpublish,
    changed,
    isPending,
    change(part: Partial<PlanValues>) {
      setRefused({});
      setTyped(true);
      const next = { ...values, ...part };
      // A draft that never goes live cannot be taken down.
      if (next.when === 'draft') next.takesDown = false;
      setValues(next);
      if (typed) typed.current = { values: next, zone, base };
    },
    /** Returns false when a time is invalid and nothing was sent. */
    save(): boolean {
      if (publish.error !== undefined || unpublish.error !== undefined) return false;
      if (busy.current) return true;
      busy.current = true;
      mutate({
        expectedVersion: Math.max(changed?.version ?? 0, plan.version),
        publish: values.when === 'time' ? zonedTime(values.publish, zone) : values.when,
        unpublish: values.takesDown ? zonedTime(values.unpublish, zone) : null,
      });
      return true;
    },
  };
}
