import { useState } from 'react';
import { defaultOf, knownSetting } from '#features/settings/shared/known-settings.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { useDeleteSetting } from './use-setting-changes.ts';

interface DeleteSettingProps {
  /** Null while closed. */
  settingKey: string | null;
  onDone(deleted: boolean): void;
}

/** Confirms a deletion and names the default that the site will show. */
export function DeleteSetting({ settingKey, onDone }: DeleteSettingProps) {
  const { mutate, isPending } = useDeleteSetting();
  // The text must stay during the closing transition.
  const [shown, setShown] = useState('');
  if (settingKey !== null && settingKey !== shown) setShown(settingKey);
  const confirm = () =>
    mutate(shown, {
      onSuccess: () => onDone(true),
      onError: (error) => {
        // After a lost response the list shows whether the deletion happened.
        if (hasCode(error, 'not-found', 'network-failure')) onDone(hasCode(error, 'not-found'));
      },
    });
  return (
    <ConfirmDialog
      open={settingKey !== null}
      title={`Delete “${shown}”`}
      label={isPending ? 'Deleting...' : 'Delete'}
      busy={isPending}
      onConfirm={confirm}
      onCancel={() => onDone(false)}
    >
      <p>Are you sure you want to delete this setting? This action cannot be undone.</p>
      <p className="hint">{afterwards(shown)}</p>
    </ConfirmDialog>
  );
}

/** Maximum length of a quoted default, in characters. */
const MAX_QUOTE = 200;

function afterwards(key: string): string {
  if (!knownSetting(key)) return 'The site does not use this key, so nothing will change.';
  const text = defaultOf(key);
  return text === '' || text.length > MAX_QUOTE
    ? 'The site will show its default text again.'
    : `The site will show its default again: “${text}”.`;
}
