import { expect, test } from 'vitest';
import { announceJob, releaseJob } from '#features/uploads/server/jobs/job-queries.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { admin, api, emptySite, exported, setUpEmptySite } from '#test/transfer-fixture.ts';
import { WRITING_ENDINGS, WRITTEN_PREFIX } from '../../shared/written-address.ts';

/* Imports follow the check before publishing, as the forms do. */

setUpEmptySite();

const FILM = `/media/u/${'a'.repeat(32)}-720.mp4`;
const text = { description: 'A description of it.', isPublished: true };

/** A film of this site that is not prepared yet. */
async function prepareFilm(): Promise<void> {
  const uploadName = FILM.slice('/media/u/'.length);
  await announceJob(api.database.db, { uploadName, original: 'x.orig', originalBytes: 1 });
  await releaseJob(api.database.db, uploadName);
}

const importing = (body: unknown, query = '', client = admin) =>
  client.change('POST', `/api/catalogue/import${query}`, body);

test('published items of a file that fail the check become drafts, each named by its path', async () => {
  await prepareFilm();
  const gone = `${WRITTEN_PREFIX}${'b'.repeat(32)}.${WRITING_ENDINGS.text}`;
  const written = { kind: 'text', source: ' \n' };
  const body = () => ({
    oceans: [
      { ...text, title: 'Still waiting', mediaType: 'video', mediaUrl: FILM },
      {
        ...text,
        title: 'A shore',
        waves: [
          {
            ...text,
            title: 'A wave',
            droplets: [
              { ...text, title: 'Ready', mediaUrl: 'https://films.example/a.mp4' },
              { ...text, title: 'Film', mediaUrl: FILM },
              { ...text, title: 'Draft', mediaUrl: FILM, isPublished: false },
              { ...text, title: 'Blank', mediaType: 'text', mediaUrl: gone, writing: written },
              { ...text, title: 'Gone', mediaType: 'text', mediaUrl: gone.replace('b', 'c') },
              {
                ...text,
                title: 'Text',
                mediaType: 'text',
                mediaUrl: gone,
                writing: { ...written, source: 'Hi' },
              },
            ],
          },
        ],
      },
    ],
  });
  const waits = 'The film is still being prepared. 0 percent.';
  const held = {
    heldBack: 4,
    issues: [
      { path: 'oceans.0.isPublished', message: `“Still waiting” came in as a draft. ${waits}` },
      { path: 'oceans.1.waves.0.droplets.1.isPublished', message: `“Film” came in as a draft. ${waits}` },
      {
        path: 'oceans.1.waves.0.droplets.3.isPublished',
        message: '“Blank” came in as a draft. Nothing is written yet. Write the text, then publish.',
      },
      {
        path: 'oceans.1.waves.0.droplets.4.isPublished',
        message: '“Gone” came in as a draft. The text does not exist any more. Write it again.',
      },
    ],
  };
  expect((await importing(body(), '?dryRun=true')).body).toMatchObject(held);
  expect(await exported()).toEqual({ oceans: [] });
  expect((await importing(body())).body).toMatchObject({ oceans: 2, waves: 1, droplets: 6, ...held });
  const { oceans } = await exported();
  const states = (items: { isPublished: boolean }[]) => items.map(({ isPublished }) => isPublished);
  expect(states(oceans)).toEqual([false, true]);
  expect(states(oceans[1].waves[0].droplets)).toEqual([true, false, false, false, false, true]);
  const seen = await api.visitor().get('/api/explore/droplets');
  expect(seen.body.map(({ title }: { title: string }) => title)).toEqual(['Ready', 'Text']);
});

test('published droplets of a table that fail the check become drafts, each named by its line', async () => {
  await prepareFilm();
  await insertOceans(api.database.db, [anOcean({ waves: [aWave()] })]);
  const { csrfToken } = (await admin.get('/api/csrf-token')).body;
  const table = [
    'title,description,mediaUrl,isPublished',
    'Film,A description of it.,/media/a.mp4,yes',
    `Waiting,A description of it.,${FILM},yes`,
  ].join('\n');
  const headers = { 'csrf-token': csrfToken, 'content-type': 'text/csv' };
  const { status, body } = await admin.send('POST', '/api/waves/1/droplets/import', table, headers);
  expect([status, body]).toEqual([
    200,
    {
      droplets: 2,
      ids: [expect.any(Number), expect.any(Number)],
      heldBack: 1,
      issues: [
        {
          path: 'line 3, isPublished',
          message: '“Waiting” came in as a draft. The film is still being prepared. 0 percent.',
        },
      ],
    },
  ]);
  const { droplets } = (await exported()).oceans[0].waves[0];
  expect(droplets).toMatchObject([{ isPublished: true }, { title: 'Waiting', isPublished: false }]);
});

test('an export with a published text that was emptied can be imported, and loses nothing else', async () => {
  const { url } = (await admin.post('/api/writings', { kind: 'text', source: '' })).body;
  const droplets = [aDroplet({ mediaType: 'text', mediaUrl: url, isPublished: true }), aDroplet()];
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets })] })]);
  const first = await exported();
  const other = await emptySite();
  expect((await importing(first, '', other.admin)).body).toMatchObject({ droplets: 2, heldBack: 1 });
  first.oceans[0].waves[0].droplets[0].isPublished = false;
  expect(await exported(other.admin)).toEqual(first);
});
