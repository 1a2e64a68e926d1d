import type { MemberImport } from '#features/member-import/contract/schemas.ts';
import { many } from '#platform/web/counts.ts';

type Pace = Pick<MemberImport, 'invitationsPerHour' | 'isSentAtNight'>;
type Check = Pick<MemberImport, 'members' | 'fresh' | 'withPlan' | 'refused'>;

/** Options of an import. `until`: a formatted date; null: no access. */
interface ImportChoices {
  until: string | null;
  isInviting: boolean;
}

/** Describes the result of a check: '50 members: 48 new, 2 here already. 3 lines cannot be imported.' */
export function checkWords({ members, fresh, refused }: Check): string {
  const here = members - fresh;
  const lines = refused === 0 ? '' : ` ${many(refused, 'line')} cannot be imported.`;
  if (members === 0) return `Nobody in this file can be imported.${lines}`;
  return `${many(members, 'member')}: ${count(fresh)} new, ${count(here)} here already.${lines}`;
}

/** Describes the effect of an import before its start, in a sentence per part. */
export function effectWords(
  { fresh, withPlan, ...pace }: Check & Pace,
  { until, isInviting }: ImportChoices,
): string {
  const added = fresh === 0 ? 'Adds nobody.' : `Adds ${many(fresh, 'person', 'people')}.`;
  const access =
    until === null || withPlan === 0
      ? ''
      : ` Opens everything for ${many(withPlan, 'person', 'people')} until ${until}.`;
  const sent = isInviting && fresh > 0 ? ` Sends ${mails(fresh, pace)}.` : ' Sends no mail.';
  return `${added}${access}${sent} Nobody loses anything.`;
}

/** Returns the label of the button that starts the import; null when it would have no effect. */
export function importLabel({ fresh, withPlan }: Check, { until, isInviting }: ImportChoices): string | null {
  if (fresh > 0)
    return `Import ${many(fresh, 'member')}${isInviting ? ` and send ${many(fresh, 'mail')}` : ''}`;
  return until === null || withPlan === 0 ? null : `Give access to ${many(withPlan, 'member')}`;
}

/** Describes the results of a finished import. */
export function resultWords({ added, granted, invited, ...pace }: MemberImport): string {
  const parts = [
    added === 0 ? 'Nobody was new' : `${many(added, 'person', 'people')} added`,
    ...(granted === 0 ? [] : [`${count(granted)} got access`]),
    ...(invited === 0 ? ['no mail was sent'] : [`${mails(invited, pace)} on the way`]),
  ];
  return `${parts.join(', ')}.`;
}

/** Formats a number of mails with their sending times: '1,000 mails (250 an hour, none at night)'. */
function mails(number: number, { invitationsPerHour, isSentAtNight }: Pace): string {
  const pace = number > invitationsPerHour ? `${count(invitationsPerHour)} an hour, ` : '';
  const hours = isSentAtNight ? 'also at night: the site has no time zone' : 'none at night';
  return `${many(number, 'mail')} (${pace}${hours})`;
}

const count = (number: number) => number.toLocaleString('en');
