import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isWebAddress } from '../../platform/http/fields.ts';
import { EmailAddress } from '../signups/contract.ts';
import { knownSetting } from './shared/known-settings.ts';
import { logoSource } from './shared/logo-source.ts';
import { SETTING_DEFAULTS } from './shared/setting-defaults.ts';

const CATEGORIES = ['general', 'branding', 'content', 'footer', 'advanced'] as const;

/* What administrators type. The texts are the specification's (section 5); forms and server read the same. */

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
    .refine((value) => !value.includes('\0'), `${name} contains a character that cannot be stored`);

export const SettingKey = typedText('Key', 100)
  .min(1, { error: 'Key is required', abort: true })
  .regex(
    /^[a-z][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)*$/,
    'Use lowercase letters and digits, in parts with dots between, such as site.title',
  );

/** Every page carries the settings along, so none may be huge; the widest is a logo given as data. */
const MAX_VALUE = 64_000;

export const SettingValue = typedText('Value', MAX_VALUE).min(1, 'Value is required');

const SettingDescription = typedText('Description', 500).nullish();

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

/** What is wrong with a value for a key that the site reads; nothing is wrong with any value for an unknown key. */
export function valueProblem(key: string, value: string): string | undefined {
  const known = knownSetting(key);
  if (!known) return undefined;
  if (value.length > known.max) return `Value must be at most ${known.max.toLocaleString('en')} characters`;
  if (key === 'site.logo' && !isLogo(value))
    return 'Use a web address, a picture as data:image/…, or the name of a file under /assets/, such as logo.svg';
  if (key === 'contact.email' && !EmailAddress.safeParse(value).success) return 'Please enter a valid email';
  if (key === 'landing.citations' && !isCitations(value))
    return 'Use a JSON list of at most three, such as [{"text": "…", "source": "…", "url": "https://…"}]';
  return undefined;
}

/** The known keys' rules, as a check that runs once key and value are texts, whatever else is wrong. */
const fitsKey = {
  check: ({ key, value }: { key: string; value: string }) => valueProblem(key, value) === undefined,
  said: {
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
  .refine(fitsKey.check, fitsKey.said);

/** What the edit form holds; its key is locked. */
export const EditedSetting = z
  .object({
    key: z.string(),
    value: SettingValue,
    category: SettingCategory,
    description: SettingDescription,
  })
  .refine(fitsKey.check, fitsKey.said);
export type SettingFields = z.input<typeof NewSetting>;

export const Setting = z.object({
  key: z.string(),
  value: z.string(),
  category: SettingCategory,
  description: z.string().nullable(),
});
export type Setting = z.infer<typeof Setting>;

/* Reading */

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'All settings',
  access: 'anyone',
  kept: true,
  answers: { 200: z.array(Setting) },
});

export const listSettingsOfCategory = endpoint({
  method: 'GET',
  path: '/api/settings/category/:category',
  summary: 'The settings of one category',
  access: 'anyone',
  kept: true,
  params: z.object({ category: SettingCategory }),
  answers: { 200: z.array(Setting) },
});

const KeyParams = z.object({ key: z.string().min(1).max(100) });

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/settings/:key',
  summary: 'One setting',
  access: 'anyone',
  kept: true,
  params: KeyParams,
  answers: { 200: Setting },
});

/* Writing */

export const createSetting = endpoint({
  method: 'POST',
  path: '/api/settings',
  summary: 'Make a setting; 409 when the key exists',
  access: 'admin',
  body: NewSetting,
  answers: { 201: Setting },
});

export const updateSetting = endpoint({
  method: 'PUT',
  path: '/api/settings/:key',
  summary:
    'Replace the fields that are given. With `basedOn`, the state that the editor saw, a change by somebody else meanwhile is answered with 409',
  access: 'admin',
  params: KeyParams,
  body: z.object({
    value: SettingValue.optional(),
    category: SettingCategory.optional(),
    description: SettingDescription,
    basedOn: Setting.omit({ key: true }).optional(),
  }),
  answers: { 200: Setting },
});

export const deleteSetting = endpoint({
  method: 'DELETE',
  path: '/api/settings/:key',
  summary: 'Delete a setting; where the site reads it, its default stands again',
  access: 'admin',
  params: KeyParams,
  answers: { 204: null },
});
