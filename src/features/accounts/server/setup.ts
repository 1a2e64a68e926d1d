import type { Db } from '#platform/database/open.ts';
import type { CsrfTokens } from '#platform/http/guard/tokens.ts';
import { notSignedIn } from '#platform/http/serve/errors.ts';
import type { Member } from '#platform/http/serve/reader.ts';
import type { AccountExtension } from './account-extension.ts';
import type { KnownDevices } from './devices/known-devices.ts';
import type { SecondFactorPolicy } from './second-factor/second-factor.ts';
import type { LastSeen } from './session/last-seen.ts';
import type { ReaderView } from './session/resolve-readers.ts';
import type { SessionCookie } from './session/sessions.ts';
import { findUser, type UserRow } from './users.ts';

export interface AccountsSetup {
  db: Db;
  tokens: CsrfTokens;
  lastSeen: LastSeen;
  secure: boolean;
  publicUrl: () => string;
  /** Call after queueing a mail. */
  wakeMailSender: () => void;
  extensions: readonly AccountExtension[];
  view: ReaderView;
  devices: KnownDevices;
  secondFactor: SecondFactorPolicy;
}

/** Dependencies of the routes of signed-in members. */
export type MemberSetup = Omit<AccountsSetup, 'tokens' | 'lastSeen' | 'secure' | 'view'> & {
  cookie: SessionCookie;
};

/** Reads a member's own account; 401 when it has been deleted. */
export async function ownAccount(db: Db, member: Member): Promise<UserRow> {
  const user = await findUser(db, member.userId);
  if (!user) throw notSignedIn();
  return user;
}
