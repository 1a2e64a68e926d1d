import type { Api } from '#platform/web/api-client.ts';
import { PLAYER_COOKIE, SPEEDS, savePlayerPreferences } from '../../../contract/calls.ts';
import type { savePlayerPreferences as SavePlayerPreferences } from '../../../contract/endpoints.ts';
import type { PlayerPreferences } from '../../../contract/schemas.ts';

const DEFAULTS = { speed: 1, muted: false } as const;

/** The preferences of this tab. Read once, so that changes last where the cookie is refused. */
let current: PlayerPreferences | undefined;
const listeners = new Set<() => void>();

/**
 * Parses the cookie's value. Defaults replace invalid values. `captions`: the reader's default for captions
 * (comfort).
 */
export function parsePreferences(text: string | undefined, captions = true): PlayerPreferences {
  let stored: Partial<Record<keyof PlayerPreferences, unknown>> | null = null;
  try {
    stored = JSON.parse(decodeURIComponent(text ?? 'null'));
  } catch {
    // Not written by this site, so the defaults apply.
  }
  return {
    speed: SPEEDS.find((speed) => speed === stored?.speed) ?? DEFAULTS.speed,
    muted: stored?.muted === true,
    captions: typeof stored?.captions === 'boolean' ? stored.captions : captions,
    ...(typeof stored?.language === 'string' ? { language: stored.language } : {}),
  };
}

/** Returns the player's preferences in this browser. */
export function playerPreferences(): PlayerPreferences {
  current ??= parsePreferences(
    new RegExp(`(?:^|; )${PLAYER_COOKIE}=([^;]*)`).exec(document.cookie)?.[1],
    // The default that the reader chose; comfort-script.ts sets it.
    document.documentElement.dataset.captions !== 'off',
  );
  return current;
}

/** Calls the listener at every change. Returns a function that removes it. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Changes preferences, and stores them on the server. Shows no failure, because they still apply in this tab.
 */
export function changePreferences(api: Api, change: Partial<PlayerPreferences>): void {
  current = { ...playerPreferences(), ...change };
  for (const listener of listeners) listener();
  api<typeof SavePlayerPreferences>(savePlayerPreferences, { body: current }).catch(() => {});
}

/** Sets a new default for captions, and discards the choice made with the player's button. */
export function resetCaptions(api: Api, captions: boolean): void {
  if (playerPreferences().captions !== captions) changePreferences(api, { captions });
}
