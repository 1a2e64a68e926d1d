import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { COMFORT_COOKIE } from '../contract/calls.ts';
import { readComfort } from '../shared/read-comfort.ts';
import { setComfortCookie } from './comfort-cookie.ts';
import { comfortOf, storeComfort } from './queries.ts';

/**
 * After signing in, the browser gets the account's choices; an account without any gets the browser's. The
 * choices are part of the account's data and are deleted with it.
 */
export const comfortAccountExtension = (secure: boolean): AccountExtension => ({
  async onSignIn(db, userId, request) {
    const chosen = await comfortOf(db, userId);
    const cookie = request.cookies[COMFORT_COOKIE];
    if (chosen) setComfortCookie(request.reply, chosen, secure);
    else if (cookie !== undefined)
      await storeComfort(db, userId, readComfort(`${COMFORT_COOKIE}=${encodeURIComponent(cookie)}`));
  },
  async ownData(db, { id }) {
    return { comfort: await comfortOf(db, id) };
  },
});
