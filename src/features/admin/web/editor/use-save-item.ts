import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldPath, UseFormSetError } from 'react-hook-form';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { ApiError, hasCode, mayBeDone } from '#platform/web/api-error.ts';
import { useApi, useSite } from '#platform/web/page.ts';
import { createItem, refetchContent, updateItem } from '../content/content-calls.ts';
import { type Item, KINDS, livesLater } from '../content/content-kinds.ts';
import { latestVersionQuery } from '../history/history-queries.ts';
import { useUndo } from '../history/use-undo.ts';
import { closeKeyboard } from '../presses/close-keyboard.ts';
import { hasField, type ItemValues } from './item-form-schema.ts';
import { withOwnPaths } from './own-addresses.ts';

interface SaveRequest {
  /** Null for a new item. */
  id: number | null;
  /** The parsed form; for an existing item only the changed fields. */
  body: object;
}

interface SaveOptions {
  kind: ItemType;
  setError: UseFormSetError<ItemValues>;
  onSaved(item: Item, request: SaveRequest): void;
  /** Called on an edit conflict with the current item. */
  onConflict(current: Item): void;
}

/** Creates or updates an item. Reports the result beside the fields and in a toast. */
export function useSaveItem({ kind, setError, onSaved, onConflict }: SaveOptions) {
  const api = useApi();
  const queries = useQueryClient();
  const { publicUrl } = useSite();
  const { Name } = KINDS[kind];
  /** Whether the response to a creation was lost, possibly by a proxy. The item may exist already. */
  const isUnanswered = useRef(false);
  const { undo } = useUndo();
  /** Returns the Undo of a move, which its row no longer offers here; undefined for other changes. */
  const undoOfMove = async ({ title }: Item, { id, body }: SaveRequest) => {
    if (id === null || !PARENT_FIELDS.some((field) => field in body)) return undefined;
    const subject = { type: kind, id: String(id) };
    const latest = await queries.fetchQuery(latestVersionQuery(api, subject)).catch(() => null);
    const entry = latest?.versions.find(({ fields }) =>
      PARENT_FIELDS.some((field) => fields.includes(field)),
    );
    const me = queries.getQueryData(userQuery(api).queryKey);
    if (!entry || entry.user?.id !== me?.id) return undefined;
    return () => undo({ id: entry.id, title, isInToast: true });
  };
  return useMutation({
    mutationFn: ({ id, body: typed }: SaveRequest) => {
      const body = withOwnPaths(typed, publicUrl);
      return id === null
        ? createItem(api, kind, body, isUnanswered.current)
        : updateItem(api, kind, id, body);
    },
    onMutate: closeKeyboard,
    onSuccess: async (item, request) => {
      isUnanswered.current = false;
      const done = request.id === null ? 'created' : 'updated';
      toast({
        title: `${Name} ${done}`,
        description: `“${item.title}” has been ${done} successfully.${laterText(item, request)}`,
        undo: await undoOfMove(item, request),
      });
      await refetchContent(queries);
      onSaved(item, request);
    },
    onError: (error, { id }) => {
      const title = `Failed to ${id === null ? 'create' : 'update'} ${kind}`;
      const isGone = hasCode(error, 'not-found');
      if (isGone) {
        toast({ kind: 'bad', title, description: goneText(kind) });
        void refetchContent(queries);
      } else toastFailure(title)(error);
      if (id === null) isUnanswered.current ||= mayBeDone(error);
      if (!(error instanceof ApiError)) return;
      if (error.code === 'edit-conflict') {
        onConflict(error.current as Item);
        void refetchContent(queries);
      }
      const own = error.issues.filter(({ path }) => hasField(kind, path));
      for (const [index, { path, message }] of own.entries())
        setError(path as FieldPath<ItemValues>, { type: 'server', message }, { shouldFocus: index === 0 });
    },
  });
}

/** Fields whose change moves an item. */
const PARENT_FIELDS = ['oceanId', 'waveId'];

/** Says that the server publishes the item later, because its film or sound is being prepared. */
const laterText = ({ isPublished, mediaType }: Item, { body }: SaveRequest) =>
  'isPublished' in body && body.isPublished && !isPublished ? ` It ${livesLater(mediaType)}` : '';

/** Returns advice for an item that another person has deleted. */
const goneText = (kind: ItemType) =>
  `It was deleted. What you typed is still here: restore the ${kind} in the Trash, then save again.`;
