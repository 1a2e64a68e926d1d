import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { useApi } from '#platform/web/page.ts';
import { surroundingsQuery } from '../content/content-calls.ts';
import { publishWarning } from './publish-warning.ts';

interface Asked {
  warning: string;
  publish(): void;
}

/**
 * Checks the surroundings of items before they are published. `check` calls `publish` at once, or asks first
 * when readers would not see the items, or find them empty. If the check fails, it publishes.
 */
export function usePublishWarning(kind: ItemType): {
  check(ids: readonly number[], publish: () => void): void;
  dialog: ReactNode;
} {
  const api = useApi();
  const queries = useQueryClient();
  const checking = useRef(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const check = async (ids: readonly number[], publish: () => void) => {
    if (checking.current) return;
    checking.current = true;
    const warning = await queries
      .fetchQuery(surroundingsQuery(api, kind, ids))
      .then((around) => publishWarning(kind, ids.length, around))
      .catch(() => '');
    checking.current = false;
    if (warning === '') publish();
    else setAsked({ warning, publish });
  };
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      title="Publish anyway?"
      label="Publish"
      harmless
      onConfirm={() => {
        asked?.publish();
        setAsked(null);
      }}
      onCancel={() => setAsked(null)}
    >
      <p>{asked?.warning}</p>
    </ConfirmDialog>
  );
  return { check: (ids, publish) => void check(ids, publish), dialog };
}
