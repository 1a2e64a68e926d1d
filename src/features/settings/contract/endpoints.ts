import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { text } from '#platform/http/contract/fields.ts';
import * as adminCalls from './admin-calls.ts';
import * as calls from './calls.ts';
import { NewSetting, Setting, SettingCategory, SettingDescription, SettingValue } from './schemas.ts';

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
  answers: { 200: Setting },
});

export const deleteSetting = endpoint(adminCalls.deleteSetting, {
  summary: 'Delete a setting. If the site uses it, its default applies again',
  params: KeyParams,
  answers: { 204: null },
});
