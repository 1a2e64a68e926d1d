import { describeEvent } from '#features/accounts/web/activity/describe-event.ts';
import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { sentenceOf } from '../audit-log/audit-entries.tsx';

interface LogLine {
  key: string;
  at: string;
  text: string;
  /** Browser and system. */
  device: string | null;
}

/** Events that an entry of the audit log tells too, with its author. */
const TOLD_BY_CHANGES = ['access-revoked', 'access-restored', 'account-disabled', 'account-enabled'];
/** Roles whose change has an entry in the audit log. The other roles come from payments. */
const TOLD_ROLES = ['admin', 'editor', 'member'];

const isTold = ({ kind, detail }: PersonDetails['events'][number]): boolean =>
  TOLD_BY_CHANGES.includes(kind) || (kind === 'role-changed' && TOLD_ROLES.includes(detail ?? ''));

/** Changes and events as lines, the latest first. */
export function personLog({ changes, events }: Pick<PersonDetails, 'changes' | 'events'>): LogLine[] {
  const lines = [
    ...changes.map((entry) => ({
      key: `change ${entry.id}`,
      at: entry.at,
      text: sentenceOf(entry),
      device: null,
    })),
    ...events
      .filter((event) => !isTold(event))
      .map((event) => ({
        key: `event ${event.id}`,
        at: event.at,
        text: aboutThem(describeEvent(event)),
        device: event.device,
      })),
  ];
  return lines.sort((a, b) => b.at.localeCompare(a.at));
}

/** Turns a sentence for the account's owner into one about them: 'You logged in', 'Logged in'. */
export function aboutThem(sentence: string): string {
  const text = sentence.replace(/^You(r)? /, '').replace(/\byour\b/g, 'their');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
