import { type Letter, letter } from '#platform/mail/letter.ts';
import { oneClickHeaders } from '#platform/mail/one-click.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';
import { SUMMARY_PAGE, stopSummary } from '../../contract/admin-calls.ts';
import type { Usage } from '../../contract/schemas.ts';
import { MIN_SHOWN, type ShownCount } from '../../shared/mask-count.ts';

/** Maximum searches, and maximum hosts, in the mail. */
const MAX_NAMES = 3;

const NUMBER = new Intl.NumberFormat('en');
const countText = (count: ShownCount) => (count === 'few' ? count : NUMBER.format(count));

const TOTALS = [
  ['Opened', 'opened'],
  ['Half', 'half'],
  ['Finished', 'finished'],
  ['Saved', 'saved'],
  ['Shared', 'shared'],
  ['Signups', 'signups'],
  ['New members', 'members'],
  ['New payers', 'payers'],
] as const;

interface SummaryReader {
  site: string;
  to: string;
  publicUrl: string;
  /** Token for the link that stops the mail. */
  token: string;
}

/**
 * Composes the summary of a week. Small numbers are “few”, as on the screen. One press stops it, also in the
 * mail program.
 */
export function composeSummary(usage: Usage, { site, to: recipient, publicUrl, token }: SummaryReader): Mail {
  const { now, before } = usage.totals;
  const from = formatDate(usage.period.from, 'monthDay');
  const to = formatDate(usage.period.to, 'monthDay');
  const facts: (readonly [string, string])[] = TOTALS.map(([name, field]) => [
    name,
    before
      ? `${countText(now[field] ?? 0)} (before: ${countText(before[field] ?? 0)})`
      : countText(now[field] ?? 0),
  ]);
  const names = (list: readonly string[]) => list.slice(0, MAX_NAMES).join(', ');
  const leaving = leastFinished(usage);
  const more: (readonly [string, string])[] = [
    ...(leaving === undefined ? [] : [['Least finished', leaving] as const]),
    ...(usage.searches.length === 0
      ? []
      : [['Searched in vain', names(usage.searches.map(({ words }) => `“${words}”`))] as const]),
    ...(usage.hosts.length === 0
      ? []
      : [['People came from', names(usage.hosts.map(({ host }) => host))] as const]),
  ];
  const written: Letter = {
    site,
    to: recipient,
    subject: `${site}: your week from ${from}`,
    opening: `This was used from ${from} to ${to}, and in the week before.`,
    facts: [...facts, ...more],
    link: {
      label: 'Open Analytics',
      url: `${publicUrl}/admin/analytics?span=days&from=${usage.period.from}&to=${usage.period.to}`,
    },
    closing: ['“Few” means one to four. Counts know no persons.'],
    footLink: {
      label: 'Stop this weekly mail',
      url: `${publicUrl}${SUMMARY_PAGE}#token=${token}&do=stop`,
    },
  };
  return {
    ...letter(written),
    headers: oneClickHeaders(`${publicUrl}${stopSummary.path}?token=${token}`),
  };
}

/** Returns the droplet with the smallest share of finishing readers, if enough readers opened it. */
function leastFinished({ droplets }: Usage): string | undefined {
  const [worst] = droplets;
  if (!worst || worst.opened === 'few' || worst.opened < MIN_SHOWN) return undefined;
  const title = worst.title === null ? 'A deleted droplet' : `“${worst.title}”`;
  return `${title}: ${countText(worst.finished)} of ${countText(worst.opened)}`;
}
