import { useQuery } from '@tanstack/react-query';
import { placeholderAddresses } from '#features/settings/shared/placeholder-addresses.ts';
import { settingTitle } from '#features/settings/shared/setting-title.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import * as css from './placeholder-notice.module.css';
import { allSettingsQuery } from './settings/all-settings.ts';
import { settingScreen } from './texts/setting-screen.ts';

/** Returns placeholder addresses visible to readers; empty until the settings are loaded. */
export const usePlaceholders = () =>
  useQuery({ ...allSettingsQuery(useApi()), select: placeholderAddresses }).data ?? [];

/** Warns about placeholder addresses. */
export function PlaceholderNotice() {
  const found = usePlaceholders();
  if (found.length === 0) return null;
  return (
    <section className={css.notice} aria-labelledby="placeholders">
      <Icon name="alert" />
      <div>
        <h2 id="placeholders">
          {found.length === 1 ? 'An address is still a placeholder' : 'Some addresses are still placeholders'}
        </h2>
        <ul>
          {found.map(({ setting: { key, about }, address }) => (
            <li key={`${key} ${address}`}>
              <span>
                {about}: <b>{address}</b>
              </span>
              <ScreenLink name={key} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Links to the screen that edits a setting. */
function ScreenLink({ name }: { name: string }) {
  const { href, label } = settingScreen(name);
  return (
    <Link href={href}>
      {label}
      <span className="sr">: {settingTitle(name)}</span>
    </Link>
  );
}
