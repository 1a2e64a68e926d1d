import type { Setting } from '#features/settings/contract/schemas.ts';
import type { Files } from '#features/uploads/web/files-on-their-way.tsx';
import { EditSettingForm } from './edit-setting-form.tsx';
import type { LaterWords } from './setting-form-schema.ts';
import { SettingRow } from './setting-row.tsx';
import * as css from './settings.module.css';

interface SettingListProps {
  /** Settings of the current tab. */
  settings: readonly Setting[];
  edited: Setting | null;
  /** Initial changes of the edited setting. */
  later: LaterWords | null;
  onEdit(setting: Setting): void;
  onDelete(key: string): void;
  onUnsaved(unsaved: boolean): void;
  /** Files being uploaded by its form. */
  files: Files;
  onSaved(key: string): void;
  onCancel(key: string): void;
}

/** A tab's settings, with a form in place of the edited one. */
export function SettingList(props: SettingListProps) {
  const { settings, edited, later, onEdit, onDelete, onSaved, onCancel, ...form } = props;
  // The form stays even when others change or delete the setting meanwhile.
  const rows = edited && !settings.some(({ key }) => key === edited.key) ? [edited, ...settings] : settings;
  if (rows.length === 0)
    return <p className={css.empty}>No settings found in this category. Create your first one below.</p>;
  return (
    <ul className="set-list">
      {rows.map((setting) => (
        <li key={setting.key}>
          {edited?.key === setting.key ? (
            <EditSettingForm
              key={setting.key}
              setting={edited}
              later={later}
              onUnsaved={form.onUnsaved}
              files={form.files}
              onSaved={() => onSaved(setting.key)}
              onCancel={() => onCancel(setting.key)}
              onReset={() => onDelete(setting.key)}
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
