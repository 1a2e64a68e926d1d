import type { FastifyRequest } from 'fastify';
import { deleteBefore } from '#platform/database/delete-in-parts.ts';
import type { Db } from '#platform/database/open.ts';
import { describeDevice } from '#platform/text/describe-device.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { SecurityEventKind } from '../../contract/security-event-kinds.ts';

export interface SecurityEvent {
  /** The account concerned. */
  userId: number;
  kind: SecurityEventKind;
  detail?: string | undefined;
  /** See {@link deviceOf}; null for events caused by the program or another person. */
  device: string | null;
}

/** Names a request's browser and system. Neither user agent nor address is stored. */
export const deviceOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  describeDevice(headers['user-agent'] ?? null);

/** Stores an event for the account's owner. Runs in the causing transaction. */
export const recordSecurityEvent = (db: Db, event: SecurityEvent): Promise<void> =>
  recordSecurityEvents(db, [event]);

/** Like {@link recordSecurityEvent}, for an event caused by a request. */
export const recordEventOf = (
  request: FastifyRequest,
  db: Db,
  event: Omit<SecurityEvent, 'device'>,
): Promise<void> => recordSecurityEvent(db, { ...event, device: deviceOf(request) });

/** Stores several events. */
export async function recordSecurityEvents(db: Db, events: readonly SecurityEvent[]): Promise<void> {
  if (events.length === 0) return;
  const at = Date.now();
  await db
    .insertInto('security_events')
    .values(
      events.map(({ userId, kind, detail, device }) => ({
        at,
        user_id: userId,
        kind,
        detail: detail ?? null,
        device,
      })),
    )
    .execute();
}

/** Maximum stored failed logins per account and day. There is a limit because strangers cause them. */
const MAX_FAILED_LOGINS = 20;

/** Stores a failed login, unless the account has `MAX_FAILED_LOGINS` of the last 24 hours. */
export async function recordFailedLogin(
  db: Db,
  request: FastifyRequest,
  userId: number,
  detail: string,
): Promise<void> {
  const { count } = await db
    .selectFrom('security_events')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'login-failed')
    .where('at', '>', Date.now() - DAY)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_FAILED_LOGINS) return;
  await recordEventOf(request, db, { userId, kind: 'login-failed', detail });
}

/** Retention of events in ms: 13 months, so that a year can be compared with the previous one. */
export const SECURITY_EVENTS_KEPT = 396 * DAY;

/** Deletes expired events. */
export const sweepSecurityEvents = (db: Db): Promise<void> =>
  deleteBefore(db, {
    table: 'security_events',
    key: 'id',
    column: 'at',
    end: Date.now() - SECURITY_EVENTS_KEPT,
  });
