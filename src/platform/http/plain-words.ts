import type { z } from 'zod';

const EXPECTED: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What counts, of what is too short or too long. */
const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const bounded = (word: 'least' | 'most', bound: number | bigint, origin: string) => {
  const number = bound.toLocaleString('en');
  const unit = UNITS[origin]?.[bound === 1 ? 0 : 1];
  return unit ? `Must have at ${word} ${number} ${unit}` : `Must be at ${word} ${number}`;
};

/**
 * What is said of an input whose schema has no words of its own for the problem, in place of the library's: those are
 * for programmers, and an answer may be read by anybody.
 */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing';
      return EXPECTED[issue.expected] ? `Must be ${EXPECTED[issue.expected]}` : NOT_UNDERSTOOD;
    case 'invalid_value':
      return `Must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.input === '') return 'This is missing';
      return issue.inclusive === false
        ? `Must be more than ${issue.minimum.toLocaleString('en')}`
        : bounded('least', issue.minimum, issue.origin);
    case 'too_big':
      return bounded('most', issue.maximum, issue.origin);
    default:
      return NOT_UNDERSTOOD;
  }
}

/** Of what cannot be told more exactly. */
export const NOT_UNDERSTOOD = 'This could not be understood';
