import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';

export const SettingCategory = z.enum(['general', 'branding', 'content', 'footer', 'advanced']);

export const Setting = z.object({
  key: z.string(),
  value: z.string(),
  category: SettingCategory,
  description: z.string().nullable(),
});
export type Setting = z.infer<typeof Setting>;

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'All settings',
  access: 'anyone',
  answers: { 200: z.array(Setting) },
});

export const listSettingsOfCategory = endpoint({
  method: 'GET',
  path: '/api/settings/category/:category',
  summary: 'The settings of one category',
  access: 'anyone',
  params: z.object({ category: SettingCategory }),
  answers: { 200: z.array(Setting) },
});

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/settings/:key',
  summary: 'One setting',
  access: 'anyone',
  params: z.object({ key: z.string().min(1).max(100) }),
  answers: { 200: Setting },
});
