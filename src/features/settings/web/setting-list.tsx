import type { Setting } from '../contract.ts';
import { EditSettingForm } from './edit-setting-form.tsx';
import { SettingRow } from './setting-row.tsx';

interface SettingListProps {
  /** Those of the tab that is shown. */
  settings: readonly Setting[];
  edited: Setting | null;
  onEdit(setting: Setting): void;
  onDelete(key: string): void;
  onUnsaved(unsaved: boolean): void;
  onEndEdit(key: string): void;
}

/** The settings of a tab; the one that is edited is a form in its place. */
export function SettingList({ settings, edited, onEdit, onDelete, onUnsaved, onEndEdit }: SettingListProps) {
  // Whatever others do to it meanwhile, the form stays until its editor has answered.
  const rows = edited && !settings.some(({ key }) => key === edited.key) ? [edited, ...settings] : settings;
  if (rows.length === 0)
    return <p className="settings-none">No settings found in this category. Create your first one below.</p>;
  return (
    <ul className="set-list">
      {rows.map((setting) => (
        <li key={setting.key}>
          {edited?.key === setting.key ? (
            <EditSettingForm
              key={setting.key}
              setting={edited}
              onUnsaved={onUnsaved}
              onSaved={() => onEndEdit(setting.key)}
              onCancel={() => onEndEdit(setting.key)}
            />
          ) : (
            <SettingRow
              setting={setting}
              onEdit={() => onEdit(setting)}
              onDelete={() => onDelete(setting.key)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
