import { z } from 'zod';
import { EmailAddress } from '#features/signups/contract/schemas.ts';
import { priceProblem } from '#features/subscriptions/shared/prices.ts';
import { isWebAddress } from '#platform/http/contract/fields.ts';
import { TimeZone, UNKNOWN_ZONE } from '#platform/http/contract/time-zone.ts';
import { TIME_ZONE } from '../shared/calendar-defaults.ts';
import { KNOWN_SETTINGS, type KnownKey, knownSetting } from '../shared/known-settings.ts';
import { logoSource } from '../shared/logo-source.ts';
import { mailProblem } from '../shared/mails/mail-problem.ts';
import { mailOfKey } from '../shared/mails/mail-texts.ts';
import { richTextProblem } from '../shared/rich-text-problem.ts';
import { SETTING_DEFAULTS } from '../shared/setting-defaults.ts';
import { MAX_SETTING_VALUE } from './calls.ts';

const CATEGORIES = ['general', 'branding', 'content', 'footer', 'advanced'] as const;

/* Input of administrators. The texts are the specification's (section 5); forms and server share them. */

const isMissing = (input: unknown) => input === undefined || input === null || input === '';

export const SettingCategory = z.enum(CATEGORIES, {
  error: ({ input }) =>
    isMissing(input) ? 'Category is required' : `Category must be one of ${CATEGORIES.join(', ')}`,
});
export type SettingCategory = z.infer<typeof SettingCategory>;

const typedText = (name: string, max: number) =>
  z
    .string({ error: ({ input }) => (isMissing(input) ? `${name} is required` : `${name} must be text`) })
    .trim()
    .max(max, `${name} must be at most ${max} characters`)
    // PostgreSQL cannot store NUL, and no person types one.
    .refine((value) => !value.includes('\0'), `${name} contains a character that is not allowed`);

const SettingKey = typedText('Key', 100)
  .min(1, { error: 'Key is required', abort: true })
  .regex(
    /^[a-z][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)*$/,
    'Use lowercase letters and digits, with dots between the parts, such as site.title',
  );

export const SettingValue = typedText('Value', MAX_SETTING_VALUE).min(1, 'Value is required');

export const SettingDescription = typedText('Description', 500).nullish();

const Citations = z
  .array(z.object({ text: z.string(), source: z.string(), url: z.url({ protocol: /^https?$/ }) }).partial())
  .max(3);

function isCitations(value: string): boolean {
  try {
    return Citations.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

const isLogo = (value: string) =>
  value === SETTING_DEFAULTS['site.logo'] ||
  (logoSource(value) !== null && (!value.startsWith('http') || isWebAddress(value)));

/** Keys whose value is `on` or `off`. */
const SWITCHES = new Set(['site.sharing', 'letter.offered', 'analytics.summary', 'content.link-checks']);

/**
 * Returns the problem of a value for a key that the site reads; undefined for a valid value, and for every
 * value of an unknown key.
 */
export function valueProblem(key: string, value: string): string | undefined {
  const known = knownSetting(key);
  if (!known) return undefined;
  if (SWITCHES.has(key) && value !== 'on' && value !== 'off') return 'Use on or off';
  if (key === 'letter.per-hour' && !/^[1-9]\d{0,5}$/.test(value)) return 'Use a whole number from 1';
  if (key === 'backups.days' && !/^\d{1,3}$/.test(value)) return 'Use a whole number of days, or 0';
  const price = priceProblem(key, value);
  if (price) return price;
  if (value.length > known.max) return `Value must be at most ${known.max.toLocaleString('en')} characters`;
  if (key === 'site.logo' && !isLogo(value))
    return (
      'Use a web address, an image as data:image/…, or the name of a file under /assets/, such as ' +
      'logo.svg'
    );
  if (key === 'contact.email' && !EmailAddress.safeParse(value).success) return 'Please enter a valid email';
  if (key === TIME_ZONE && !TimeZone.safeParse(value).success) return UNKNOWN_ZONE;
  if (key === 'landing.citations' && !isCitations(value))
    return 'Use a JSON list of at most three, such as [{"text": "…", "source": "…", "url": "https://…"}]';
  const mail = mailOfKey(key);
  if (mail) return mailProblem(mail.name, mail.part, value);
  return known.markup || key === 'about.intro' || key === 'contact.intro'
    ? richTextProblem(value)
    : undefined;
}

/**
 * Check of the value by its key's rule. It runs whenever both are texts, even if other fields are invalid.
 */
const fitsKey = {
  check: ({ key, value }: { key: string; value: string }) => valueProblem(key, value) === undefined,
  issue: {
    path: ['value'],
    error: ({ input }: { input?: unknown }) => {
      const { key, value } = input as { key: string; value: string };
      return valueProblem(key, value);
    },
    when: ({ value }: { value: unknown }) => {
      const given = value as { key?: unknown; value?: unknown };
      return typeof given.key === 'string' && typeof given.value === 'string' && given.value !== '';
    },
  },
};

export const NewSetting = z
  .object({
    key: SettingKey,
    value: SettingValue,
    category: SettingCategory,
    description: SettingDescription,
  })
  .refine(fitsKey.check, fitsKey.issue);

/** Values of the edit form, without the key, which is locked. */
export const EditedSetting = z
  .object({
    key: z.string(),
    value: SettingValue,
    category: SettingCategory,
    description: SettingDescription,
  })
  .refine(fitsKey.check, fitsKey.issue);
export type SettingFields = z.input<typeof NewSetting>;

export const Setting = z.object({
  key: z.string(),
  value: z.string(),
  category: SettingCategory,
  description: z.string().nullable(),
});
export type Setting = z.infer<typeof Setting>;

const KNOWN_KEYS = KNOWN_SETTINGS.map(({ key }) => key) as [KnownKey, ...KnownKey[]];

/** A text to save; null restores its default. `expected`: the value that the editor loaded. */
export const TextChange = z
  .object({ key: z.enum(KNOWN_KEYS), value: SettingValue.nullable(), expected: z.string().nullable() })
  .superRefine(({ key, value }, context) => {
    const problem = value === null ? undefined : valueProblem(key, value);
    if (problem) context.addIssue({ code: 'custom', path: ['value'], message: problem });
  });
