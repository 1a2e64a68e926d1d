import type { Setting, SettingCategory } from '../contract.ts';
import { KNOWN_SETTINGS } from '../shared/known-settings.ts';
import { SETTING_DEFAULTS, type SettingKey } from '../shared/setting-defaults.ts';

interface KnownSettingsListProps {
  category: SettingCategory;
  settings: readonly Setting[];
  /** Another setting is being edited. */
  disabled: boolean;
  onChoose(key: SettingKey): void;
}

/** What the site would read and nobody has set yet, so that no key must be guessed. */
export function KnownSettingsList({ category, settings, disabled, onChoose }: KnownSettingsListProps) {
  const set = new Set(settings.map(({ key }) => key));
  const open = KNOWN_SETTINGS.filter((known) => known.category === category && !set.has(known.key));
  if (open.length === 0) return null;
  return (
    <section className="known-settings" aria-labelledby="known-settings">
      <h2 id="known-settings">Not set yet</h2>
      <p className="hint">The site shows its own words here until you set others.</p>
      <ul className="set-list">
        {open.map(({ key, about }) => (
          <li key={key} className="set">
            <div>
              <h3>{key}</h3>
              {SETTING_DEFAULTS[key] === '' ? null : <p className="clamp-2">{SETTING_DEFAULTS[key]}</p>}
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
