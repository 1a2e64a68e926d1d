import type { Check } from '#features/catalogue/contract/check-endpoints.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];
const numbered = (count: number) => NUMBERS[count] ?? String(count);

/** Summarizes the results of a check in a sentence. */
export function summarizeChecks(checks: readonly Pick<Check, 'level'>[]): string {
  const count = (level: Check['level']) => checks.filter((check) => check.level === level).length;
  const musts = count('must');
  const advice = count('advice');
  if (musts === 0 && advice === 0) return 'All is in order.';
  const must = musts === 0 ? '' : `${numbered(musts)} ${musts === 1 ? 'thing' : 'things'} must be done`;
  const kind =
    must === ''
      ? `Nothing must be done. ${numbered(advice)} ${advice === 1 ? 'thing' : 'things'} would be kind.`
      : advice === 0
        ? `${must}.`
        : `${must}, ${numbered(advice).toLowerCase()} would be kind.`;
  return count('fine') > 0 ? `${kind} The rest is in order.` : kind;
}
