import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { admin, answered, inTurn, never, press, type Screen, visible } from './screen.ts';

const CONTENT = '/admin/content';
const IMPORT = '/admin/import';

const file = (name: string, content = 'no film') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const chooseFilm = inTurn(
  (page: Page) => page.getByLabel('Media type').selectOption('video'),
  (page: Page) => page.getByLabel('Upload a video').setInputFiles(file('IMG_4471.MOV', 'a'.repeat(900_000))),
);
const FILM = join(import.meta.dirname, '../../demo/media/a-break-that-is-one.mp4');
const choosePoster = inTurn(
  (page: Page) => page.getByLabel('Media type').selectOption('video'),
  (page: Page) => page.getByLabel('Upload a video').setInputFiles(FILM),
  press('Choose a picture from the film'),
  visible('[data-part=poster] fieldset[aria-busy=false]'),
  press('Choose another moment'),
);
const FOLDER = [
  file('01-before-the-phone.mov'),
  file('01-before-the-phone.vtt'),
  file('02-light-on-the-face.mov'),
  file('03-stretch-like-you-mean-it.mp3'),
  file('IMG_2211.vtt'),
  file('shell.png'),
  file('Thumbs.db'),
];
const chooseFiles = (page: Page) => page.getByLabel('Choose files').setInputFiles(FOLDER);
const PARTS = '**/api/resumable-uploads/*';

/** Screens of large uploads in progress, and of importing a folder. */
export const uploadScreens: Screen[] = [
  admin('admin-upload-paused', CONTENT, {
    before: never(PARTS),
    prepare: inTurn(chooseFilm, press(/^Pause uploading/), visible('text=Paused: 0 percent')),
  }),
  admin('admin-upload-lost', CONTENT, {
    before: (page) => page.route(PARTS, (route) => route.abort()),
    prepare: inTurn(chooseFilm, visible('text=The connection was lost at')),
  }),
  admin('admin-upload-waiting', CONTENT, {
    before: answered('**/api/resumable-uploads', 200, [
      {
        token: '0'.repeat(32),
        kind: 'image',
        name: 'A shore in the morning, seen from the water.png',
        modified: 0,
        bytes: 100,
        received: 71,
        expiresAt: '2030-01-01T00:00:00.000Z',
        upload: null,
      },
    ]),
    prepare: visible('text=is uploaded to 71 percent'),
  }),
  admin('admin-poster', CONTENT, { prepare: choosePoster }),
  admin('admin-folder-empty', IMPORT, {}),
  admin('admin-folder-sending', IMPORT, {
    before: never(PARTS),
    prepare: inTurn(chooseFiles, visible('text=Waiting for its turn.')),
  }),
  admin('admin-folder-refused', IMPORT, {
    prepare: inTurn(chooseFiles, visible('[data-droplet]:nth-child(3) [data-part=error]')),
  }),
];
