import type { SecurityEventKind } from '../../contract/security-event-kinds.ts';
import type { Change } from '../change.ts';
import type { SecurityEvent } from './record-security-event.ts';

/** Kinds of security events among the changes of an item type: of all actions, or by action. */
const KINDS: Record<string, SecurityEventKind | Partial<Record<Change['action'], SecurityEventKind>>> = {
  setting: 'settings-changed',
  export: 'site-data-exported',
  'email-signup': { granted: 'signup-restored', revoked: 'signup-revoked', deleted: 'signup-erased' },
};

/** Names the security event that a change is for its author; undefined for a change of content. */
export function kindOf({ itemType, action }: Pick<Change, 'itemType' | 'action'>) {
  const kinds = KINDS[itemType];
  return typeof kinds === 'object' ? kinds[action] : kinds;
}

/** Derives the authors' security events from their changes. A sign-up's address is not repeated. */
export const securityEventsOf = (changes: readonly Change[]): SecurityEvent[] =>
  changes.flatMap((change) => {
    const { userId, device = null, itemType, title } = change;
    const kind = kindOf(change);
    if (kind === undefined || userId === null) return [];
    return [{ userId, kind, device, ...(itemType === 'email-signup' ? {} : { detail: title }) }];
  });
