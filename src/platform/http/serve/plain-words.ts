import type { z } from 'zod';

const EXPECTED: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Unit of a value's length. */
const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const bounded = (word: 'least' | 'most', bound: number | bigint, origin: string) => {
  const number = bound.toLocaleString('en');
  const unit = UNITS[origin]?.[bound === 1 ? 0 : 1];
  return unit ? `Must have at ${word} ${number} ${unit}` : `Must be at ${word} ${number}`;
};

/** Describes an invalid input for people, for schemas without a message of their own. */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is required';
      return EXPECTED[issue.expected] ? `Must be ${EXPECTED[issue.expected]}` : NOT_UNDERSTOOD;
    case 'invalid_value':
      return `Must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.input === '') return 'This is required';
      return issue.inclusive === false
        ? `Must be more than ${issue.minimum.toLocaleString('en')}`
        : bounded('least', issue.minimum, issue.origin);
    case 'too_big':
      return bounded('most', issue.maximum, issue.origin);
    default:
      return NOT_UNDERSTOOD;
  }
}

/** The message without a more specific one. */
export const NOT_UNDERSTOOD = 'This value is not valid';
