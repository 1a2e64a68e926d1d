import type { Counted, Health, Overview } from '#features/health/contract/schemas.ts';
import { formatDate } from '#platform/text/dates.ts';
import { many } from '#platform/web/counts.ts';

/* Texts of the health page and the dashboard. */

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

type Problems = readonly Pick<Health['problems'][number], 'level'>[];

const inWords = (count: number) => WORDS[count] ?? String(count);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the first sentence of the page. */
export function verdict(problems: Problems): string {
  const { length } = problems;
  if (length === 0) return 'All is well.';
  const need = length === 1 ? 'thing needs you' : 'things need you';
  return `${capital(inWords(length))} ${need}. Everything else is well.`;
}

/** Returns the text of the dashboard's link to the problems, and their urgency. */
export function attention(problems: Problems): { things: string; urgency: string } {
  const serious = problems.filter(({ level }) => level === 'serious').length;
  const { length } = problems;
  const things = length === 1 ? '1 thing needs attention' : `${length} things need attention`;
  if (serious === 0) return { things, urgency: ', none urgent.' };
  if (serious === length) return { things, urgency: length === 1 ? ', urgently.' : ', all urgent.' };
  return { things, urgency: `, ${inWords(serious)} urgent.` };
}

const NUMBER = new Intl.NumberFormat('en');

/** Formats a number with its noun. Marks numbers that reached the counting limit. */
const counted = ({ count, isMore }: Counted, one: string, more?: string): string =>
  isMore ? `more than ${NUMBER.format(count)} ${more ?? `${one}s`}` : many(count, one, more);

/** Returns the lines of the dashboard's cards, by title. `me`: the reader's name. */
export function cardLines(overview: Overview, me: string | undefined): Record<string, string> {
  const { settings, people, newPeople, droplets, drafts, finished, paying, newPaying } = overview;
  const by = settings?.by == null ? '' : ` by ${settings.by === me ? 'you' : settings.by}`;
  const month = formatDate(Date.now(), 'monthName');
  return {
    'Site Settings': settings
      ? `Last changed on ${formatDate(settings.at, 'monthDay')}${by}`
      : 'Never changed',
    ...(people && newPeople
      ? { 'User Management': capital(`${counted(people, 'account')}, ${newOnes(newPeople)} this week`) }
      : {}),
    'Content Management': capital(
      `${counted(droplets, 'droplet')}, ${drafts.count === 0 ? 'no drafts' : counted(drafts, 'draft')}`,
    ),
    Analytics:
      finished === 'few'
        ? 'Few droplets finished this week'
        : finished === 0
          ? 'No droplet finished this week'
          : `${many(finished, 'droplet')} finished this week`,
    ...(paying && newPaying
      ? {
          'Subscription Management': capital(
            `${counted(paying, 'paying', 'paying')}, ${newOnes(newPaying)} in ${month}`,
          ),
        }
      : {}),
  };
}

const newOnes = (count: Counted) => (count.count === 0 ? 'none new' : counted(count, 'new', 'new'));

/** Texts of the icons, for screen readers. */
export const SIGN_WORDS = { serious: 'Urgent: ', advice: 'Needs you: ', well: 'Well: ' };
