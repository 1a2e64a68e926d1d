import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { saveCaptions } from '#features/uploads/contract/calls.ts';
import type * as uploads from '#features/uploads/contract/endpoints.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { refetchContent } from '../content/content-calls.ts';
import type { Item } from '../content/content-kinds.ts';
import { cuesOf, type Line } from './lines/caption-lines.ts';

interface SaveOptions {
  type: ItemType;
  id: number;
  /** Null: the captions of `captionsUrl`. */
  language: string | null;
  onSaved(lines: readonly Line[], version: number): void;
  /** Called on an edit conflict with the current item. */
  onConflict(current: Item): void;
}

interface SaveRequest {
  lines: readonly Line[];
  version: number;
}

/** Saves captions as a new file of their item. Reports the result in a toast. */
export function useSaveCaptions({ type, id, language, onSaved, onConflict }: SaveOptions) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ lines, version }: SaveRequest) =>
      api<typeof uploads.saveCaptions>(saveCaptions, {
        body: { type, id, language, expectedVersion: version, cues: cuesOf(lines) },
      }),
    onSuccess: async ({ version }, { lines }) => {
      onSaved(lines, version);
      toast({ title: 'Captions saved', description: `${lines.length} captions are with the film now.` });
      await refetchContent(queries);
    },
    onError: (error) => {
      toastFailure('Failed to save captions')(error);
      if (error instanceof ApiError && error.code === 'edit-conflict') onConflict(error.current as Item);
    },
  });
}
