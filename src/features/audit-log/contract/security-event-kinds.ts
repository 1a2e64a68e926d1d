/** Kinds of security events of an account. Stored rows contain these names, so they must never be renamed. */
export const SECURITY_EVENT_KINDS = [
  'registered',
  /** Detail: `password`, `passkey` or `link`. */
  'login',
  /** Detail: `password`, `code` or `passkey`. */
  'login-failed',
  'logout',
  /**
   * Detail: `one` (one other device), `site` (all accounts, by the command line) or `admin`; none when the
   * owner ended all sessions.
   */
  'sessions-ended',
  'password-changed',
  'password-reset',
  'email-changed',
  /** Detail: the new role. */
  'role-changed',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'second-factor-on',
  'second-factor-off',
  /** Only from the command line. */
  'second-factor-reset',
  'recovery-codes-replaced',
  'recovery-code-used',
  /* Actions on the account by an administrator, or by the command line. */
  'access-revoked',
  'access-restored',
  'account-disabled',
  'account-enabled',
  /** By the owner. */
  'data-exported',
  /* Actions of the account as an administrator. */
  /** Detail: the setting's key. */
  'settings-changed',
  /** Detail: the file. */
  'site-data-exported',
  'signup-revoked',
  'signup-restored',
  'signup-erased',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];
