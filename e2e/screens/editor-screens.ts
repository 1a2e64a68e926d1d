import { draft, draftOcean } from './owner-screens.ts';
import { inTurn, moveTo, type Screen, visible } from './screen.ts';

const editor = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Administration',
  who: 'editor',
  path,
  ...more,
});

/** Screens of the administration for editors. */
export const editorScreens: Screen[] = [
  editor('editor-dashboard', '/admin'),
  editor('editor-content', '/admin/content'),
  editor('editor-import', '/admin/content', {
    prepare: (page) => page.getByText('Import', { exact: true }).click(),
  }),
  editor('editor-history', '/admin/history'),
  editor('editor-trash', '/admin/trash'),
  editor('editor-calendar', '/admin', { prepare: inTurn(moveTo('/admin/calendar'), visible('#weeks')) }),
  editor('editor-analytics', '/admin/analytics'),
  editor('editor-draft', '/admin', { before: draftOcean, prepare: draft }),
  editor('editor-account', '/account'),
];
