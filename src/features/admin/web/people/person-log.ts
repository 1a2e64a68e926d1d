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

/** Events that the audit log contains too, with their authors. */
const TOLD_BY_CHANGES = ['access-revoked', 'access-restored', 'account-disabled', 'account-enabled'];
/** Roles whose changes are in the audit log. Other roles come from payments. */
const TOLD_ROLES = ['admin', 'editor', 'member'];

const isTold = ({ kind, detail }: PersonDetails['events'][number]): boolean =>
  TOLD_BY_CHANGES.includes(kind) || (kind === 'role-changed' && TOLD_ROLES.includes(detail ?? ''));

/** Merges changes and events into lines, latest first. */
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

/** Converts a sentence for the account's owner to one about them: 'You logged in', 'Logged in'. */
export function aboutThem(sentence: string): string {
  const text = sentence.replace(/^You(r)? /, '').replace(/\byour\b/g, 'their');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
