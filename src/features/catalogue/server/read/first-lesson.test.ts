import { expect, test } from 'vitest';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi();

test('the first lesson is the first published film of a minute that every visitor may open', async () => {
  const [visitor, subscriber, admin] = [
    api.visitor(),
    await api.signedIn('subscriber'),
    await api.signedIn('admin'),
  ];
  const asked = async () => (await visitor.get('/api/first-lesson')).body;
  expect(await asked()).toBeNull();
  const draft = { isPublished: false };
  await insertOceans(api.database.db, [
    anOcean({ ...draft, waves: [aWave({ droplets: [aDroplet()] })] }),
    anOcean({
      title: 'Breath',
      waves: [
        aWave({ ...draft, droplets: [aDroplet()] }),
        aWave({
          droplets: [
            aDroplet(draft),
            aDroplet({ ...PREMIUM }),
            aDroplet({ mediaType: 'audio' }),
            aDroplet({ mediaUrl: null }),
            aDroplet({ duration: 2 }),
            aDroplet({ title: 'One Breath', mediaUrl: '/media/one-breath.mp4' }),
            aDroplet(),
          ],
        }),
      ],
    }),
  ]);
  await changeCatalogue(api.database.db, async () => {});
  for (const reader of [visitor, subscriber, admin])
    expect((await reader.get('/api/first-lesson')).body).toMatchObject({
      title: 'One Breath',
      mediaUrl: '/media/one-breath.mp4',
      oceanTitle: 'Breath',
    });
});
