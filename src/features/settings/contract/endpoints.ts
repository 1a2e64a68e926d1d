import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { text } from '#platform/http/contract/fields.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { MAIL_NAMES, MAX_MAIL_TEXT, MAX_SUBJECT, type MailName } from '../shared/mails/mail-texts.ts';
import * as adminCalls from './admin-calls.ts';
import * as calls from './calls.ts';
import {
  NewSetting,
  Setting,
  SettingCategory,
  SettingDescription,
  SettingValue,
  TextChange,
} from './schemas.ts';

/**
 * Body limit in bytes: four texts of 30,000 characters, or one of 64,000, and the values that the editor
 * loaded.
 */
const MAX_TEXTS_BYTES = 1024 * 1024;

const TEST_MAILS: RequestLimit = { name: 'test-mails', max: 20, window: 15 * MINUTE, by: ['account'] };

export const listSettings = endpoint(calls.listSettings, {
  summary: 'All settings',
  answers: { 200: z.array(Setting) },
});

export const listSettingsOfCategory = endpoint(calls.listSettingsOfCategory, {
  summary: 'The settings of one category',
  params: z.object({ category: SettingCategory }),
  answers: { 200: z.array(Setting) },
});

const KeyParams = z.object({ key: text(100).min(1) });

export const getSetting = endpoint(calls.getSetting, {
  summary: 'One setting',
  params: KeyParams,
  answers: { 200: Setting },
});

export const createSetting = endpoint(adminCalls.createSetting, {
  summary: 'Create a setting. 409 if the key exists',
  body: NewSetting,
  answers: { 201: Setting },
});

export const updateSetting = endpoint(adminCalls.updateSetting, {
  summary:
    'Replace the fields that are given. With `basedOn`, the state that the editor saw: 409 if someone ' +
    'else changed it since',
  params: KeyParams,
  body: z.object({
    value: SettingValue.optional(),
    category: SettingCategory.optional(),
    description: SettingDescription,
    basedOn: Setting.omit({ key: true }).optional(),
  }),
  bodyLimit: MAX_TEXTS_BYTES,
  answers: { 200: Setting },
});

export const deleteSetting = endpoint(adminCalls.deleteSetting, {
  summary: 'Delete a setting. If the site uses it, its default applies again',
  params: KeyParams,
  answers: { 204: null },
});

export const saveTexts = endpoint(adminCalls.saveTexts, {
  summary:
    'Save texts that one page or mail shows, all or none. `value` null: the default again. 409 if someone ' +
    'else changed one since `expected`. Answers with those that are not their defaults',
  body: z.object({ changes: z.array(TextChange).min(1).max(10) }),
  bodyLimit: MAX_TEXTS_BYTES,
  answers: { 200: z.array(Setting) },
});

export const sendTestMail = endpoint(adminCalls.sendTestMail, {
  summary: 'Send the administrator a mail with texts that are not saved, and examples for its words',
  body: z.object({
    name: z.enum(MAIL_NAMES as [MailName, ...MailName[]]),
    subject: z.string().max(MAX_SUBJECT),
    text: z.string().max(MAX_MAIL_TEXT),
  }),
  limits: [TEST_MAILS],
  answers: { 202: z.object({ to: z.string() }) },
});
