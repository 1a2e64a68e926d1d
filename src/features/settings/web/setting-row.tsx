import { Icon } from '#platform/design/icon.tsx';
import type { Setting } from '../contract.ts';
import { knownSetting } from '../shared/known-settings.ts';

interface SettingRowProps {
  setting: Setting;
  onEdit(): void;
  onDelete(): void;
}

export const editButtonId = (key: string) => `edit-${key}`;

/** One setting as it stands. */
export function SettingRow({ setting: { key, value, description }, onEdit, onDelete }: SettingRowProps) {
  const about = description ?? knownSetting(key)?.about;
  return (
    <div className="set">
      <div>
        <h2>{key}</h2>
        <p className="clamp-2">{value}</p>
        {about === undefined ? null : <span className="meta">{about}</span>}
      </div>
      <div className="set-acts">
        <button
          className="btn line sm"
          type="button"
          id={editButtonId(key)}
          aria-label={`Edit ${key}`}
          onClick={onEdit}
        >
          Edit
        </button>
        <button className="icon-btn bare" type="button" aria-label={`Delete ${key}`} onClick={onDelete}>
          <Icon name="trash" />
        </button>
      </div>
    </div>
  );
}
