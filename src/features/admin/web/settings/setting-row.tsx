import type { Setting } from '#features/settings/contract/schemas.ts';
import { knownSetting } from '#features/settings/shared/known-settings.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { versionsHref } from '../history/history-address.ts';
import * as css from './settings.module.css';

interface SettingRowProps {
  setting: Setting;
  onEdit(): void;
  onDelete(): void;
}

export const editButtonId = (key: string) => `edit-${key}`;

/** One setting with its actions. */
export function SettingRow({ setting: { key, value, description }, onEdit, onDelete }: SettingRowProps) {
  const known = knownSetting(key);
  const about = description ?? known?.about;
  const name = known?.page?.title ?? key;
  return (
    <div className={`set ${css.stored}`}>
      <div>
        <h2>{name}</h2>
        <p className="clamp-2">{value}</p>
        {about === undefined ? null : <span className="meta">{about}</span>}
      </div>
      <div className={css.actions}>
        <Link
          className="btn quiet sm"
          href={versionsHref({ type: 'setting', id: key })}
          aria-label={`History of ${name}`}
        >
          History
        </Link>
        {known?.page ? (
          <Link className="btn line sm" href={known.page.href} aria-label={`Edit ${name}`}>
            Edit
          </Link>
        ) : (
          <>
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
          </>
        )}
      </div>
    </div>
  );
}
