import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as adminCalls from '#features/settings/contract/admin-calls.ts';
import { listSettings } from '#features/settings/contract/calls.ts';
import type { createSetting, deleteSetting, updateSetting } from '#features/settings/contract/endpoints.ts';
import type { Setting, SettingFields } from '#features/settings/contract/schemas.ts';
import { settingsQuery } from '#features/settings/web/site-settings.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { closeKeyboard } from '../presses/close-keyboard.ts';
import { allSettingsQuery, refetchSettings } from './all-settings.ts';

type Fields = Omit<Setting, 'key'>;

/** Returns a function that applies saved settings to the site at once and refetches the rest. */
function useTakeIn() {
  const queries = useQueryClient();
  const api = useApi();
  return async (change: (settings: Setting[]) => Setting[]) => {
    await queries.cancelQueries({ queryKey: keyOf(listSettings) });
    queries.setQueryData(allSettingsQuery(api).queryKey, (settings = []) => change(settings));
    queries.setQueryData(settingsQuery(api).queryKey, (settings = []) => change(settings));
    void refetchSettings(queries, api);
  };
}

const byKey = (a: Setting, b: Setting) => (a.key < b.key ? -1 : 1);
const without = (settings: Setting[], key: string) => settings.filter((setting) => setting.key !== key);
const withOne = (settings: Setting[], one: Setting) => [...without(settings, one.key), one].sort(byKey);

export function useCreateSetting() {
  const api = useApi();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: (body: SettingFields) => api<typeof createSetting>(adminCalls.createSetting, { body }),
    onMutate: closeKeyboard,
    onSuccess: async (setting) => {
      toast({
        title: 'Setting created',
        description: `The setting ${setting.key} has been created successfully.`,
      });
      await takeIn((settings) => withOne(settings, setting));
    },
    onError: (error) => toastFailure('Error creating setting')(error),
  });
}

interface Update {
  key: string;
  fields: Fields;
  /** The state that the editor loaded; null if deleted since, in which case it is created again. */
  basedOn: Fields | null;
}

export function useUpdateSetting() {
  const api = useApi();
  const queries = useQueryClient();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: ({ key, fields, basedOn }: Update) =>
      basedOn
        ? api<typeof updateSetting>(adminCalls.updateSetting, {
            params: { key },
            body: { ...fields, basedOn },
          })
        : api<typeof createSetting>(adminCalls.createSetting, { body: { key, ...fields } }),
    onMutate: closeKeyboard,
    onSuccess: async (setting) => {
      toast({
        title: 'Setting updated',
        description: `The setting ${setting.key} has been updated successfully.`,
      });
      await takeIn((settings) => withOne(settings, setting));
    },
    onError: (error) => {
      toastFailure('Error updating setting')(error);
      // Edit conflict: refetch the list.
      if (hasCode(error, 'not-found', 'edit-conflict', 'key-taken')) void refetchSettings(queries, api);
    },
  });
}

export function useDeleteSetting() {
  const api = useApi();
  const queries = useQueryClient();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: (key: string) => api<typeof deleteSetting>(adminCalls.deleteSetting, { params: { key } }),
    onSuccess: async (_, key) => {
      toast({ title: 'Setting deleted', description: `The setting ${key} has been deleted successfully.` });
      await takeIn((settings) => without(settings, key));
    },
    onError: (error) => {
      changeFailure('Error deleting setting')(error);
      // The setting may be gone: another person or this press, after a lost response, may have deleted it.
      void refetchSettings(queries, api);
    },
  });
}
