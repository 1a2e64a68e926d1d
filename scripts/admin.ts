import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, readConfig } from '#app/config.ts';
import { Username } from '#features/accounts/contract/form-schemas.ts';
import { setDisabled } from '#features/accounts/server/account/disable-account.ts';
import { createOrPromoteAdmin } from '#features/accounts/server/first-admin.ts';
import { resetSecondFactor } from '#features/accounts/server/second-factor/second-factor.ts';
import { endAllSessions } from '#features/accounts/server/session/end-all-sessions.ts';
import { findUserByEmail, findUserByName } from '#features/accounts/server/users.ts';
import { changeRole } from '#features/people/server/actions/change-role.ts';
import { findPerson } from '#features/people/server/person/find-person.ts';
import type { Db } from '#platform/database/open.ts';
import { rotateKeys } from '#platform/database/secrets.ts';
import { checkMail } from '#platform/mail/check-mail.ts';
import { runCommand } from './lib/run-command.ts';
import { withSiteDatabase } from './lib/site-database.ts';

/*
 * npm run admin -- create NAME [--email ADDRESS]: creates an administrator, or makes one of an account.
 * npm run admin -- editor NAME: makes an editor of an account, who changes content and nothing else; member
 * NAME takes the role of an editor or administrator away.
 * npm run admin -- disable NAME: ends an account's sessions and refuses sign-ins; enable NAME allows them.
 * npm run admin -- reset-second-factor NAME: removes the passkeys and codes of an account, whose owner has
 * lost them; NAME is a username or an address.
 * npm run admin -- rotate-keys: makes new keys for cookies and tokens; the old ones stay accepted until the
 * next rotation.
 * npm run admin -- end-sessions: logs everybody out and ends every mailed link.
 * npm run admin -- mail-check ADDRESS: sends a test mail and prints what the mail server answers.
 */

const USAGE = `Usage: npm run admin -- create NAME [--email ADDRESS]
       npm run admin -- editor NAME
       npm run admin -- member NAME
       npm run admin -- disable NAME
       npm run admin -- enable NAME
       npm run admin -- reset-second-factor NAME
       npm run admin -- rotate-keys
       npm run admin -- end-sessions
       npm run admin -- mail-check ADDRESS`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' } },
  });
  const [command, argument, ...rest] = positionals;
  if (command === 'rotate-keys' && argument === undefined) return rotate();
  if (command === 'end-sessions' && argument === undefined) return endSessions();
  if (argument === undefined || rest.length > 0) throw new ConfigError(USAGE);
  if (command === 'create') return create(argument, values.email);
  if (command === 'editor' || command === 'member') return changeRoleOf(argument, command);
  if (command === 'disable' || command === 'enable') return setAccount(argument, command === 'disable');
  if (command === 'reset-second-factor') return reset(argument);
  if (command === 'mail-check') return mailCheck(argument);
  throw new ConfigError(USAGE);
}

async function create(given: string, email: string | undefined): Promise<void> {
  const name = Username.safeParse(given);
  if (!name.success) throw new ConfigError(name.error.issues[0]?.message ?? USAGE);
  if (email !== undefined) assertAddress(email);

  const config = readConfig(process.env);
  const account = { username: name.data, email, password: config.admin.password };
  const { username, password, outcome } = await withSiteDatabase(
    config,
    (db) => createOrPromoteAdmin(db, account),
    { mayBeNew: true },
  );
  if (outcome === 'promoted')
    console.log(`${username} is now an administrator. The password stays the same.`);
  else
    console.log(
      password
        ? `${username} is now an administrator. Password: ${password} (shown only once)`
        : `${username} is now an administrator.`,
    );
}

async function changeRoleOf(name: string, role: 'editor' | 'member'): Promise<void> {
  await withDatabase(async (db) => {
    const user = await findUserByName(db, name);
    if (!user) throw new ConfigError(`No account has the name ${name}.`);
    const found = await findPerson(db, 'account', user.id);
    await changeRole(db, { userId: null }, found, { role, lastChange: Number.MAX_SAFE_INTEGER });
    console.log(
      `${user.username} is ${role === 'editor' ? 'an editor' : 'a member'} now, and logs in again.`,
    );
  });
}

async function setAccount(name: string, isDisabled: boolean): Promise<void> {
  const user = await withDatabase((db) => setDisabled(db, name, isDisabled));
  if (!user) throw new ConfigError(`No account has the name ${name}.`);
  console.log(`${user.username} is ${isDisabled ? 'disabled and logged out everywhere' : 'enabled'}.`);
}

async function reset(nameOrAddress: string): Promise<void> {
  await withDatabase(async (db) => {
    const user = (await findUserByName(db, nameOrAddress)) ?? (await findUserByEmail(db, nameOrAddress));
    if (!user) throw new ConfigError(`There is no account ${nameOrAddress}.`);
    await resetSecondFactor(db, user.id);
    console.log(
      `${user.username} has no second factor now, is logged out everywhere, and can log in once with the ` +
        'password to set up a new one.',
    );
  });
}

async function rotate(): Promise<void> {
  await withDatabase(rotateKeys);
  console.log('The keys are new. Restart every node: nodes read them when they start.');
}

async function endSessions(): Promise<void> {
  const ended = await withDatabase(endAllSessions);
  console.log(`Everybody is logged out (${ended} sessions), and no mailed link works any more.`);
}

const withDatabase = <Result>(work: (db: Db) => Promise<Result>) =>
  withSiteDatabase(readConfig(process.env), work);

function assertAddress(given: string): void {
  if (!z.email().safeParse(given).success) throw new ConfigError(`${given} is not an email address.`);
}

async function mailCheck(given: string): Promise<void> {
  assertAddress(given);
  const { mail } = readConfig(process.env);
  if (!mail.smtpUrl)
    throw new ConfigError(
      'SMTP_URL is not set, so there is nothing to check: mails are saved in DATA_DIR/outbox.',
    );
  if (!(await checkMail(mail.smtpUrl, mail.from, given, console.log))) process.exitCode = 1;
}

await runCommand(main);
