import type { Setting, SettingCategory } from '#features/settings/contract/schemas.ts';
import { defaultOf, KNOWN_SETTINGS, type KnownKey } from '#features/settings/shared/known-settings.ts';
import * as css from './settings.module.css';

interface KnownSettingsListProps {
  category: SettingCategory;
  settings: readonly Setting[];
  /** True while another setting is edited. */
  disabled: boolean;
  onChoose(key: KnownKey): void;
}

/** Known settings without a value, so that nobody has to guess keys. */
export function KnownSettingsList({ category, settings, disabled, onChoose }: KnownSettingsListProps) {
  const set = new Set(settings.map(({ key }) => key));
  const open = KNOWN_SETTINGS.filter((known) => known.category === category && !set.has(known.key));
  if (open.length === 0) return null;
  return (
    <section className={css.suggestions} aria-labelledby="known-settings">
      <h2 id="known-settings">Not set yet</h2>
      <p className="hint">The site shows its default texts until you change them.</p>
      <ul className="set-list">
        {open.map(({ key, about }) => (
          <li key={key} className="set">
            <div>
              <h3>{key}</h3>
              {defaultOf(key) === '' ? null : <p className="clamp-2">{defaultOf(key)}</p>}
              <span className="meta">{about}</span>
            </div>
            <button
              className="btn line sm"
              type="button"
              aria-label={`Set ${key}`}
              disabled={disabled}
              onClick={() => onChoose(key)}
            >
              Set
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
