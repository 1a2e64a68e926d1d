import type { Api } from '#platform/web/api-client.ts';
import { PLAYER_COOKIE, SPEEDS, savePlayerPreferences } from '../../../contract/calls.ts';
import type { savePlayerPreferences as SavePlayerPreferences } from '../../../contract/endpoints.ts';
import type { PlayerPreferences } from '../../../contract/schemas.ts';

/** Captions are on by default. */
const DEFAULTS: PlayerPreferences = { speed: 1, muted: false, captions: true };

/** The preferences of this tab: read once, so that they hold where the cookie is refused. */
let current: PlayerPreferences | undefined;

/** Parses the cookie's value. Defaults replace invalid values. */
export function parsePreferences(text: string | undefined): PlayerPreferences {
  let stored: Partial<Record<keyof PlayerPreferences, unknown>> | null = null;
  try {
    stored = JSON.parse(decodeURIComponent(text ?? 'null'));
  } catch {
    // Not written by this site: the defaults apply.
  }
  return {
    speed: SPEEDS.find((speed) => speed === stored?.speed) ?? DEFAULTS.speed,
    muted: stored?.muted === true,
    captions: stored?.captions !== false,
  };
}

/** Returns how the player is set in this browser. */
export function playerPreferences(): PlayerPreferences {
  current ??= parsePreferences(new RegExp(`(?:^|; )${PLAYER_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]);
  return current;
}

/** Changes preferences, and lets the server store them. A failure is not shown: they hold in this tab. */
export function changePreferences(api: Api, change: Partial<PlayerPreferences>): void {
  current = { ...playerPreferences(), ...change };
  api<typeof SavePlayerPreferences>(savePlayerPreferences, { body: current }).catch(() => {});
}
