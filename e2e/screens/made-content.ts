import type { Call } from './readers.ts';

/* Content at the limits. Screens use its ids, which follow the order of creation. */

const LONG_TITLE =
  'An Unusually Long Title That Goes On and On, as Titles Do When Nobody Stops Them, ' +
  'With Verschlimmbesserungsanstalten and Donaudampfschifffahrtsgesellschaften in It, ' +
  'to the Last of Its Characters';
const SENTENCE =
  'A description that says everything twice, and then once more, ' +
  'because nobody was there to shorten it. ';
const LONG_TEXT = SENTENCE.repeat(20);
const WORD = `${'Unbroken'.repeat(22)}`;
const picture = '/covers/ocean/focus.svg';
const open = { accessType: 'free', isPublished: true };
const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Creates long texts, a single item, empty lists, hundreds of items, and missing media. */
export async function fillWithExtremes(call: Call): Promise<void> {
  const ocean = (title: string, more = {}) =>
    call('POST', '/api/oceans', {
      title,
      description: `What ${title} is about, in a sentence.`,
      imageUrl: picture,
      ...open,
      ...more,
    });
  const wave = (oceanId: number, title: string, more = {}) =>
    call('POST', '/api/waves', {
      oceanId,
      title,
      description: `What ${title} is about, in a sentence.`,
      imageUrl: picture,
      ...open,
      ...more,
    });
  const droplet = (waveId: number, title: string, more = {}) =>
    call('POST', '/api/droplets', {
      waveId,
      title,
      description: `What ${title} is about, in a sentence.`,
      mediaType: 'video',
      mediaUrl: '/media/finish-the-sentence.mp4',
      ...open,
      ...more,
    });
  const long = {
    title: LONG_TITLE,
    description: LONG_TEXT,
    keywords: [...many(12).map((n) => `keyword number ${n}`), 'x'.repeat(50)],
    additionalResources: many(6).map((n) => ({ title: `${LONG_TITLE} ${n}`.slice(-200), url: picture })),
  };

  await ocean(LONG_TITLE, long);
  await ocean('One of Everything');
  await ocean('Nothing Yet');
  await ocean('Hundreds');
  await wave(1, LONG_TITLE, { ...long, duration: 100_000 });
  await wave(2, 'One Wave');
  await wave(2, 'A Wave Without Droplets');
  await wave(4, 'Hundreds of Droplets');
  await wave(1, WORD.slice(0, 150), { description: WORD });
  await droplet(1, LONG_TITLE, { ...long, mediaType: 'text', mediaUrl: '/media/the-parking-page.txt' });
  await droplet(1, WORD.slice(0, 150), { description: WORD });
  await droplet(2, 'One Droplet');
  await droplet(1, 'Locked, and Long', { ...long, title: LONG_TITLE, accessType: 'premium' });
  await droplet(5, 'A Film That Is Gone', { mediaUrl: '/media/gone.mp4' });
  for (const n of many(200)) await droplet(4, `Droplet ${n}`);
  for (const n of many(120)) await wave(4, `Wave ${n}`);
  for (const n of many(120)) await ocean(`Ocean ${n}`);
}
