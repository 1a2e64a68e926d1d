import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Droplet } from '#features/catalogue/contract/schemas.ts';
import type { WritingKind } from '#features/catalogue/shared/written-address.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { refetchContent, updateItem } from '../content/content-calls.ts';
import { keepWriting } from './writing-queries.ts';

export interface Saved {
  source: string;
  /**
   * Address of the text; null before the first save, and while the droplet has an address of another site.
   */
  url: string | null;
  /** The droplet when the text was loaded or saved. */
  droplet: Droplet;
}

/** Saves a droplet's text or exercise. Another person's save in between is a conflict. */
export function useWriting(kind: WritingKind, initial: Saved) {
  const api = useApi();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(initial);
  const [source, setSource] = useState(initial.source);
  const [conflict, setConflict] = useState<Droplet | null>(null);
  /** The text that the site already has, so that a second press or a trial does not send it again. */
  const sent = useRef({ source: initial.source, url: initial.url });

  const busy = useRef(false);

  /** Stores the text on the site. Returns its address. */
  const keep = async (): Promise<string> => {
    if (sent.current.url === null || sent.current.source !== source)
      sent.current = { source, url: await keepWriting(api, { kind, source }) };
    return sent.current.url as string;
  };

  const put = async (url: string, version: number): Promise<Droplet> =>
    (await updateItem(api, 'droplet', saved.droplet.id, {
      mediaUrl: url,
      expectedVersion: version,
    })) as Droplet;

  const { mutate, isPending } = useMutation({
    mutationFn: async (version: number) => {
      const url = await keep();
      try {
        return { droplet: await put(url, version), source };
      } catch (error) {
        const current = conflictOf(error);
        // The other person changed only other fields, so nothing of theirs is lost.
        if (current && isSameText(current, saved.droplet))
          return { droplet: await put(url, current.version), source };
        throw error;
      }
    },
    onSuccess: async ({ droplet, source: words }) => {
      setSaved({ source: words, url: droplet.mediaUrl, droplet });
      setConflict(null);
      toast({ title: 'Droplet updated', description: `“${droplet.title}” has been updated successfully.` });
      await refetchContent(queries);
    },
    onError: (error) => {
      toastFailure('Failed to update droplet')(error);
      setConflict(conflictOf(error));
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  return {
    source,
    setSource,
    saved,
    conflict,
    isPending,
    keep,
    /** Saves over the loaded version, or over `version`. */
    save(version = saved.droplet.version) {
      // Two presses may come before the next rendering.
      if (busy.current) return;
      busy.current = true;
      mutate(version);
    },
    /** Replaces the text by another person's. The caller must first keep the typed text (`putAside`). */
    takeTheirs(droplet: Droplet, theirs: string) {
      sent.current = { source: theirs, url: droplet.mediaUrl };
      setSaved({ source: theirs, url: droplet.mediaUrl, droplet });
      setSource(theirs);
      setConflict(null);
    },
  };
}

const conflictOf = (error: unknown): Droplet | null =>
  error instanceof ApiError && error.code === 'edit-conflict' ? (error.current as Droplet) : null;

const isSameText = (one: Droplet, other: Droplet): boolean =>
  one.mediaUrl === other.mediaUrl && one.mediaType === other.mediaType;
