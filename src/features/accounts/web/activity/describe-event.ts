import type { SecurityEvent } from '#features/audit-log/contract/schemas.ts';
import type { SecurityEventKind } from '#features/audit-log/contract/security-event-kinds.ts';

type Sentence = string | ((detail: string | null) => string);

/** Chooses the sentence for a detail, or `otherwise` for every other detail. */
const by =
  (sentences: Record<string, string>, otherwise: string): Sentence =>
  (detail) =>
    sentences[detail ?? ''] ?? otherwise;

const SENTENCES: Record<SecurityEventKind, Sentence> = {
  registered: 'You created your account',
  login: by(
    { passkey: 'You logged in with a passkey', link: 'You logged in with a link by email' },
    'You logged in',
  ),
  'login-failed': by(
    { code: 'A login with a wrong code was refused', passkey: 'A login with a passkey was refused' },
    'A login with a wrong password was refused',
  ),
  logout: 'You logged out',
  'sessions-ended': by(
    {
      one: 'You logged out another device',
      site: 'The site logged everybody out',
      admin: 'An administrator logged you out everywhere',
    },
    'You logged out everywhere',
  ),
  'password-changed': 'You changed your password',
  'password-reset': 'You chose a new password with a link by email',
  'email-changed': 'You changed your email',
  'role-changed': by(
    {
      admin: 'You became an administrator',
      editor: 'You became an editor',
      member: 'You became a member again',
      subscriber: 'Your subscription opened everything',
      free: 'Your subscription ended',
    },
    'Your role was changed',
  ),
  'passkey-added': 'You added a passkey',
  'passkey-renamed': 'You renamed a passkey',
  'passkey-removed': 'You removed a passkey',
  'second-factor-on': 'You turned on codes from an app',
  'second-factor-off': 'You turned off codes from an app',
  'second-factor-reset': 'Your passkeys and codes were removed by the site',
  'recovery-codes-replaced': 'You made new recovery codes',
  'recovery-code-used': 'A recovery code was used',
  'access-revoked': 'Your access was revoked',
  'access-restored': 'Your access was restored',
  'account-disabled': 'Your account was disabled',
  'account-enabled': 'Your account was enabled again',
  'data-exported': 'You downloaded your data',
  'settings-changed': (detail) => `You changed the setting “${detail}”`,
  'site-data-exported': (detail) => `You downloaded ${detail}`,
  'signup-revoked': 'You revoked the access of an email signup',
  'signup-restored': 'You granted access to an email signup',
  'signup-erased': 'You erased an email signup',
};

/** Describes an event to the account's owner. A newer server may send unknown kinds. */
export function describeEvent({ kind, detail }: Pick<SecurityEvent, 'kind' | 'detail'>): string {
  const sentence = SENTENCES[kind as SecurityEventKind] as Sentence | undefined;
  if (sentence === undefined) return 'Something changed in your account';
  return typeof sentence === 'string' ? sentence : sentence(detail);
}
