import type { Page } from 'playwright-core';
import { admin, answered, failing, inTurn, moveTo, never, type Screen, typed, visible } from './screen.ts';

/* Screens of texts, exercises and the check before publishing. */

/** A text and an exercise of the demo catalogue, which were not written in this administration. */
const TEXT = '/admin/droplets/6/writing';
const EXERCISE = '/admin/droplets/4/writing';
const CHECK = '/admin/check?type=droplet&id=9';

const WORDS = [
  'Before you begin tomorrow, write it down tonight.',
  '![A notebook on a wooden table](/covers/wave/winding-down.svg)',
  '## On paper',
  '1. Take **one sheet** of paper.\n2. Write three things, no more.',
  '> If nothing comes, write the date and stop.',
].join('\n\n');

/** Waits for an element that may be hidden: on phones the preview is in a tab. */
const attached = (selector: string) => (page: Page) =>
  page.locator(selector).first().waitFor({ state: 'attached' });
const write = inTurn(
  typed('Text of the droplet, in Markdown', WORDS),
  visible('text=Draft kept at'),
  attached('[aria-label=Preview] blockquote'),
);
const reload = (page: Page) => page.reload();
const check = (level: string, about: string, title: string, detail: string, editor = 'form') => ({
  level,
  about,
  title,
  detail,
  editor,
});
const CHECKS = [
  check('must', 'film', 'The film is still being prepared', '64 percent.'),
  check('advice', 'captions', 'Captions are missing', 'People who cannot hear it will miss the words.'),
  check('advice', 'link', 'A link answers “not found”', 'notes.example.org, in the additional resources.'),
  check('fine', 'length', 'Two minutes or less', '1 minute'),
  check('fine', 'words', 'Title, description, keywords', 'All there.'),
];
const found = (checks: object[]) =>
  answered('**/api/content/check', 200, { title: 'The Borrowed Desk', isPublished: false, checks });

/** Screens of the text editor, the exercise editor and the check. */
export const writingScreens: Screen[] = [
  admin('admin-writing', TEXT, { prepare: write }),
  admin('admin-writing-kept', TEXT, { prepare: inTurn(write, reload, visible('text=Words from')) }),
  admin('admin-writing-preview-failed', TEXT, {
    before: failing('**/api/writings/preview'),
    prepare: inTurn(
      typed('Text of the droplet, in Markdown', WORDS),
      attached('[aria-label=Preview] [data-part=error]'),
    ),
  }),
  admin('admin-exercise', EXERCISE, {
    prepare: inTurn(
      typed('HTML of the exercise', '<!doctype html>\n<p>Breathe in.</p>'),
      visible('text=Draft kept at'),
    ),
  }),
  admin('admin-writing-of-film', '/admin/droplets/1/writing'),
  admin('admin-check', CHECK, { before: found(CHECKS), prepare: visible('text=must be done') }),
  admin('admin-check-in-order', CHECK, {
    before: found(CHECKS.slice(3)),
    prepare: visible('text=All is in order.'),
  }),
  admin('admin-check-waiting', '/admin', {
    before: never('**/api/content/check'),
    prepare: inTurn(moveTo(CHECK), visible('text=Looking at it')),
  }),
  admin('admin-check-failed', CHECK, {
    before: failing('**/api/content/check'),
    prepare: visible('text=Something went wrong'),
  }),
];
