import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'wouter';
import { importFolder as call } from '#features/uploads/contract/folder-calls.ts';
import type { importFolder } from '#features/uploads/contract/folder-endpoints.ts';
import type { QueueStates, UploadQueue } from '#features/uploads/web/queue/upload-queue.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { ApiError, mayBeDone } from '#platform/web/api-error.ts';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { addressHref } from '../content/content-address.ts';
import { refetchContent } from '../content/content-calls.ts';
import { toastUnanswered } from '../presses/change-failure.ts';
import { useIsLeft } from '../use-is-left.ts';
import { captionsOf, coverOf, type FolderState, pictureOf } from './folder-state.ts';
import { forgetDraft } from './import-draft.ts';
import type { ImportValues } from './import-form-schema.ts';

interface CreateOptions {
  state: FolderState;
  queue: UploadQueue;
  states: QueueStates;
  form: UseFormReturn<ImportValues>;
}

/** Creates the wave from the uploads. Shows the server's errors beside titles and files. */
export function useCreateWave({ state, queue, states, form }: CreateOptions) {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const isLeft = useIsLeft();
  const uploadOf = (id: string | undefined) => {
    const file = id === undefined ? undefined : states.get(id);
    return file?.is === 'done' ? file.upload.id : null;
  };
  return useMutation({
    mutationFn: ({ wave: { access, ...wave }, titles }: ImportValues) =>
      api<typeof importFolder>(call, {
        body: {
          wave: {
            ...wave,
            accessType: access === 'free' ? 'free' : 'premium',
            isSample: access === 'sample',
            imageId: uploadOf(coverOf(state)?.id),
          },
          droplets: state.order.map((id) => {
            const [main, ...further] = captionsOf(state, id);
            return {
              title: titles[id] ?? '',
              uploadId: uploadOf(id) ?? 0,
              captionsId: uploadOf(main?.id),
              captionsLanguage: main?.language ?? null,
              furtherCaptions: further.map((file) => ({
                language: file.language ?? '',
                uploadId: uploadOf(file.id) ?? 0,
              })),
              imageId: uploadOf(pictureOf(state, id)?.id),
            };
          }),
        },
      }),
    onSuccess: async (wave) => {
      forgetDraft();
      toast({
        title: 'Wave created',
        description: `“${wave.title}” is a draft with ${many(wave.dropletCount, 'droplet')}.`,
      });
      await refetchContent(queries);
      if (isLeft.current) return;
      navigate(addressHref({ tab: 'droplets', ocean: wave.oceanId, wave: wave.id, edit: null }));
    },
    onError: (error) => {
      if (mayBeDone(error))
        toastUnanswered('Check your connection and create the wave again. It is never created twice.');
      else toastFailure('Nothing was created')(error);
      if (!(error instanceof ApiError)) return;
      for (const { path, message } of error.issues) {
        const [, index = '', field = '', further] = /^droplets\.(\d+)\.(\w+)(?:\.(\d+))?/.exec(path) ?? [];
        const id = state.order[Number(index)];
        if (path === 'wave.imageId') fail(queue, coverOf(state)?.id, message);
        else if (path.startsWith('wave.')) form.setError(path as 'wave.title', { type: 'server', message });
        else if (id === undefined || field === '') continue;
        else if (field === 'title') form.setError(`titles.${id}`, { type: 'server', message });
        else if (field === 'uploadId') fail(queue, id, message);
        else if (field === 'imageId') fail(queue, pictureOf(state, id)?.id, message);
        // The first captions belong to the droplet itself; `furtherCaptions` starts with the second.
        else fail(queue, captionsOf(state, id)[further === undefined ? 0 : Number(further) + 1]?.id, message);
      }
    },
  });
}

const fail = (queue: UploadQueue, id: string | undefined, message: string) =>
  id === undefined ? undefined : queue.fail(id, message);
