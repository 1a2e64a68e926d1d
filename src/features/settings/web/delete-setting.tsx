import { useState } from 'react';
import { ConfirmDialog } from '#features/admin/web/confirm-dialog.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { knownSetting } from '../shared/known-settings.ts';
import { SETTING_DEFAULTS, type SettingKey } from '../shared/setting-defaults.ts';
import { useDeleteSetting } from './use-setting-changes.ts';

interface DeleteSettingProps {
  /** Null: nothing is to be deleted. */
  settingKey: string | null;
  onDone(deleted: boolean): void;
}

/** Asks first, and says what the site will show instead. */
export function DeleteSetting({ settingKey, onDone }: DeleteSettingProps) {
  const { mutate, isPending } = useDeleteSetting();
  // The words stay while the dialog leaves.
  const [said, setSaid] = useState('');
  if (settingKey !== null && settingKey !== said) setSaid(settingKey);
  const confirm = () =>
    mutate(said, {
      onSuccess: () => onDone(true),
      onError: (error) => {
        if (error instanceof ApiError && error.status === 404) onDone(true);
      },
    });
  return (
    <ConfirmDialog
      open={settingKey !== null}
      title={`Delete “${said}”`}
      label={isPending ? 'Deleting...' : 'Delete'}
      busy={isPending}
      onConfirm={confirm}
      onCancel={() => onDone(false)}
    >
      <p>Are you sure you want to delete this setting? This action cannot be undone.</p>
      <p className="hint">{afterwards(said)}</p>
    </ConfirmDialog>
  );
}

function afterwards(key: string): string {
  if (!knownSetting(key)) return 'The site does not read this key, so nothing on it will change.';
  const text = SETTING_DEFAULTS[key as SettingKey];
  return text === ''
    ? 'The site will show its own text again.'
    : `The site will show its default again: “${text}”.`;
}
