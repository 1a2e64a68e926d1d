import type { Setting, SettingCategory } from '#features/settings/contract/schemas.ts';
import { defaultOf, KNOWN_SETTINGS, type KnownKey } from '#features/settings/shared/known-settings.ts';
import { Link } from '#platform/web/link.tsx';
import * as css from './settings.module.css';

interface KnownSettingsListProps {
  category: SettingCategory;
  settings: readonly Setting[];
  /** True while another setting is edited. */
  disabled: boolean;
  onChoose(key: KnownKey): void;
}

/** Known settings without a value, so that keys need not be guessed. */
export function KnownSettingsList({ category, settings, disabled, onChoose }: KnownSettingsListProps) {
  const set = new Set(settings.map(({ key }) => key));
  // Mails have their own screen.
  const open = KNOWN_SETTINGS.filter(
    (known) => known.category === category && !set.has(known.key) && !known.key.startsWith('mail.'),
  );
  if (open.length === 0) return null;
  return (
    <section className={css.suggestions} aria-labelledby="known-settings">
      <h2 id="known-settings">Not set yet</h2>
      <p className="hint">The site shows its default texts until you change them.</p>
      <ul className="set-list">
        {open.map(({ key, about, page }) => (
          <li key={key} className="set">
            <div>
              <h3>{page?.title ?? key}</h3>
              {defaultOf(key) === '' ? null : <p className="clamp-2">{defaultOf(key)}</p>}
              <span className="meta">{about}</span>
            </div>
            {page === undefined ? (
              <button
                className="btn line sm"
                type="button"
                aria-label={`Set ${key}`}
                disabled={disabled}
                onClick={() => onChoose(key)}
              >
                Set
              </button>
            ) : (
              <Link className="btn line sm" href={page.href} aria-label={`Set ${page.title}`}>
                Set
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
