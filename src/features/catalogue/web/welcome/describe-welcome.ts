import type { Droplet } from '../../contract/schemas.ts';

const NUMBERS = 'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

/** Length and origin of the lessons: 'Three quiet minutes from Breath'. */
export function describeTime(lessons: readonly Pick<Droplet, 'duration'>[], oceanTitle: string): string {
  const minutes = Math.max(1, Math.round(lessons.reduce((sum, { duration }) => sum + duration, 0)));
  return `${NUMBERS[minutes] ?? minutes} quiet ${minutes === 1 ? 'minute' : 'minutes'} from ${oceanTitle}`;
}

interface Reasons {
  /** Title of a saved item; true: the ocean itself. */
  saved: string | true | null;
  /** Title of a begun wave. */
  begun: string | null;
  /** Title of a marked droplet. */
  again: string | null;
}

/**
 * Explains the choice: 'You saved this ocean and began The Long Exhale. You asked for Hum It Out again some
 * day.'
 */
export function describeReasons({ saved, begun, again }: Reasons): string {
  const did = [
    ...(saved === null ? [] : [`saved ${saved === true ? 'this ocean' : saved}`]),
    ...(begun === null ? [] : [`began ${begun}`]),
  ];
  return [
    ...(did.length === 0 ? [] : [`You ${did.join(' and ')}.`]),
    ...(again === null ? [] : [`You asked for ${again} again some day.`]),
  ].join(' ');
}
