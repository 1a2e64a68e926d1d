import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#platform/design/toast.tsx';
import { ApiError, failureText } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { createSetting, deleteSetting, Setting, SettingFields, updateSetting } from '../contract.ts';
import { settingsQuery } from './site-settings.ts';

type Fields = Omit<Setting, 'key'>;

const failed = (title: string) => (error: unknown) =>
  toast({ kind: 'bad', title, description: failureText(error) });

/** The answer shows on the site at once; the rest is asked for again. */
function useTakeIn() {
  const queries = useQueryClient();
  const { queryKey } = settingsQuery(useApi());
  return async (change: (settings: Setting[]) => Setting[]) => {
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (settings: Setting[] = []) => change(settings));
    refresh(queries);
  };
}

const refresh = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: ['/api/settings'] });

const byKey = (a: Setting, b: Setting) => (a.key < b.key ? -1 : 1);
const without = (settings: Setting[], key: string) => settings.filter((setting) => setting.key !== key);
const withOne = (settings: Setting[], one: Setting) => [...without(settings, one.key), one].sort(byKey);

export function useCreateSetting() {
  const api = useApi();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: (body: SettingFields) => api<typeof createSetting>('POST /api/settings', { body }),
    onSuccess: async (setting) => {
      toast({
        title: 'Setting created',
        description: `The setting ${setting.key} has been created successfully.`,
      });
      await takeIn((settings) => withOne(settings, setting));
    },
    onError: failed('Error creating setting'),
  });
}

interface Update {
  key: string;
  fields: Fields;
  /** The state that the editor saw; null when somebody has deleted it since: it is made anew. */
  basedOn: Fields | null;
}

export function useUpdateSetting() {
  const api = useApi();
  const queries = useQueryClient();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: ({ key, fields, basedOn }: Update) =>
      basedOn
        ? api<typeof updateSetting>('PUT /api/settings/:key', {
            params: { key },
            body: { ...fields, basedOn },
          })
        : api<typeof createSetting>('POST /api/settings', { body: { key, ...fields } }),
    onSuccess: async (setting) => {
      toast({
        title: 'Setting updated',
        description: `The setting ${setting.key} has been updated successfully.`,
      });
      await takeIn((settings) => withOne(settings, setting));
    },
    onError: (error) => {
      failed('Error updating setting')(error);
      // Somebody else was there: the list shows what they made of it.
      if (error instanceof ApiError && [404, 409].includes(error.status)) refresh(queries);
    },
  });
}

export function useDeleteSetting() {
  const api = useApi();
  const queries = useQueryClient();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: (key: string) => api<typeof deleteSetting>('DELETE /api/settings/:key', { params: { key } }),
    onSuccess: async (_, key) => {
      toast({ title: 'Setting deleted', description: `The setting ${key} has been deleted successfully.` });
      await takeIn((settings) => without(settings, key));
    },
    onError: (error) => {
      failed('Error deleting setting')(error);
      if (error instanceof ApiError && error.status === 404) refresh(queries);
    },
  });
}
