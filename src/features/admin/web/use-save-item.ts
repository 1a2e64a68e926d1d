import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldPath, UseFormSetError } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract.ts';
import { toast } from '#platform/design/toast.tsx';
import { ApiError, failureText } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { createItem, refetchContent, updateItem } from './content-calls.ts';
import { type Item, KINDS } from './content-kinds.ts';
import { hasField, type ItemValues } from './item-form-schema.ts';

export interface SaveWish {
  /** Null: a new item. */
  id: number | null;
  /** What the schema made of the form; of an item that is there, the changed fields. */
  body: object;
}

interface SaveOptions {
  kind: ItemType;
  setError: UseFormSetError<ItemValues>;
  onSaved(item: Item, wish: SaveWish): void;
  /** Somebody else was faster; the item as it stands now. */
  onConflict(current: Item): void;
}

/** Creates or updates, and says how it went: beside the fields, and in a notification. */
export function useSaveItem({ kind, setError, onSaved, onConflict }: SaveOptions) {
  const api = useApi();
  const queries = useQueryClient();
  const { Name } = KINDS[kind];
  return useMutation({
    mutationFn: ({ id, body }: SaveWish) =>
      id === null ? createItem(api, kind, body) : updateItem(api, kind, id, body),
    onSuccess: async (item, wish) => {
      const done = wish.id === null ? 'created' : 'updated';
      toast({
        title: `${Name} ${done}`,
        description: `“${item.title}” has been ${done} successfully.`,
      });
      await refetchContent(queries);
      onSaved(item, wish);
    },
    onError: (error, { id }) => {
      const title = `Failed to ${id === null ? 'create' : 'update'} ${kind}`;
      toast({ kind: 'bad', title, description: failureText(error) });
      if (!(error instanceof ApiError)) return;
      if (isItem(error.current)) {
        onConflict(error.current);
        void refetchContent(queries);
      }
      const own = error.issues.filter(({ path }) => hasField(kind, path));
      for (const [place, { path, message }] of own.entries())
        setError(path as FieldPath<ItemValues>, { type: 'server', message }, { shouldFocus: place === 0 });
    },
  });
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && 'version' in value && 'title' in value;
