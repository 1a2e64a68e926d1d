import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import type { SecurityEventKind } from '../../contract/security-event-kinds.ts';
import { recordEventOf, recordFailedLogin } from './record-security-event.ts';

/**
 * Writes an event to the application log, where monitoring counts events by name. Must be called after the
 * commit. The line contains the account's id, but neither the person's name nor a network address. `userId`
 * is undefined for a login with an unknown name.
 */
export function logSecurityEvent(
  request: FastifyRequest,
  event: SecurityEventKind | 'account-deleted',
  userId: number | undefined,
  by?: string,
): void {
  const line = { securityEvent: event, userId, by };
  request.log[event === 'login-failed' ? 'warn' : 'info'](line, 'security event');
}

/** Stores an event outside of a transaction, and writes it to the application log. */
export async function reportSecurityEvent(
  db: Db,
  request: FastifyRequest,
  kind: SecurityEventKind,
  userId: number,
  detail?: string,
): Promise<void> {
  await recordEventOf(request, db, { userId, kind, detail });
  logSecurityEvent(request, kind, userId, detail);
}

/** Reports a failed login. Nothing is stored for a name without an account. */
export async function reportFailedLogin(
  db: Db,
  request: FastifyRequest,
  userId: number | undefined,
  by: 'password' | 'code' | 'passkey',
): Promise<void> {
  logSecurityEvent(request, 'login-failed', userId, by);
  if (userId !== undefined) await recordFailedLogin(db, request, userId, by);
}
