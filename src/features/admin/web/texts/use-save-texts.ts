import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as history from '#features/history/contract/calls.ts';
import * as calls from '#features/settings/contract/admin-calls.ts';
import type { saveTexts } from '#features/settings/contract/endpoints.ts';
import { defaultOf, type KnownKey } from '#features/settings/shared/known-settings.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { refetchSettings } from '../settings/all-settings.ts';

export interface Change {
  key: KnownKey;
  value: string | null;
  expected: string | null;
}

interface SaveTextsOptions {
  label: string;
  onSaved(saving: Saving): void;
  /** Called when another person has saved meanwhile. */
  onConflict(): void;
  onSettled(): void;
}

export interface Saving {
  changes: readonly Change[];
  /** The fields’ values when they were sent. Text typed later stays. */
  shown: Readonly<Record<string, string>>;
  /** Title of the notification. */
  done: string;
}

/** Saves texts, and offers Undo. */
export function useSaveTexts({ label, onSaved, onConflict, onSettled }: SaveTextsOptions) {
  const api = useApi();
  const queries = useQueryClient();
  const refetch = () =>
    Promise.all([
      refetchSettings(queries, api),
      queries.invalidateQueries({ predicate: answersOf(history.listVersions) }),
    ]);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ changes }: Saving) =>
      api<typeof saveTexts>(calls.saveTexts, { body: { changes: [...changes] } }),
    onSuccess: (_, saving) => {
      onSaved(saving);
      const { changes, done } = saving;
      const back = changes.map(
        ({ key, value, expected }): Change => ({ key, value: expected, expected: value }),
      );
      toast({
        title: done,
        description: `“${label}” is on the site now.`,
        undo: () => mutate({ changes: back, shown: shownAfter(changes), done: 'Taken back' }),
      });
      // Not awaited, because the next save need not wait for it.
      void refetch();
    },
    onError: async (error) => {
      toastFailure('Failed to save the text')(error);
      if (!hasCode(error, 'edit-conflict')) return;
      // The other person's texts are loaded first, for the display.
      await refetch();
      onConflict();
    },
    onSettled,
  });
  return { mutate, isPending };
}

/** Returns the fields’ values after changes. */
export const shownAfter = (changes: readonly Change[]): Readonly<Record<string, string>> =>
  Object.fromEntries(changes.map(({ key, value }) => [key, value ?? defaultOf(key)]));
