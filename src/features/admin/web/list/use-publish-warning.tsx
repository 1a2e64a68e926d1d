import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { useApi } from '#platform/web/page.ts';
import { surroundingsQuery } from '../content/content-calls.ts';
import { publishWarning } from './publish-warning.ts';

interface Asked {
  warning: string;
  answer(publishes: boolean): void;
}

/**
 * Checks the surroundings of items before their publication. `check` resolves to whether to publish: at once,
 * or after a question when readers would not see the items, or find them empty. A failed check resolves to
 * true. A second check waits for the first one's answer, because they share one dialog.
 */
export function usePublishWarning(kind: ItemType): {
  check(ids: readonly number[]): Promise<boolean>;
  dialog: ReactNode;
} {
  const api = useApi();
  const queries = useQueryClient();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [asked, setAsked] = useState<Asked | null>(null);
  const checkNow = async (ids: readonly number[]) => {
    const warning = await queries
      .fetchQuery(surroundingsQuery(api, kind, ids))
      .then((around) => publishWarning(kind, ids.length, around))
      .catch(() => '');
    if (warning === '') return true;
    return new Promise<boolean>((answer) => setAsked({ warning, answer }));
  };
  const check = (ids: readonly number[]) => {
    const answered = last.current.then(() => checkNow(ids));
    last.current = answered;
    return answered;
  };
  const settle = (publishes: boolean) => {
    asked?.answer(publishes);
    setAsked(null);
  };
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      title="Publish anyway?"
      label="Publish"
      harmless
      onConfirm={() => settle(true)}
      onCancel={() => settle(false)}
    >
      <p>{asked?.warning}</p>
    </ConfirmDialog>
  );
  return { check, dialog };
}
