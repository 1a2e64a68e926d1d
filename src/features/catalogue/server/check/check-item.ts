import type { Db } from '#platform/database/open.ts';
import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { shorten } from '#platform/text/shorten.ts';
import type { Check } from '../../contract/check-endpoints.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { countWords, readingMinutes } from '../../shared/reading-time.ts';
import { VIDEO_HOSTS } from '../../shared/video-hosts.ts';
import { type Fields, toFields } from '../items/item-fields.ts';
import { existingRow } from '../write/write-items.ts';
import { elementsOf, parseText, wordsOf } from '../writing/parse-text.ts';
import { writingsAt } from '../writing/writings.ts';
import { findMusts } from './find-musts.ts';
import { type LinkState, tryLinks } from './try-link.ts';

/** Minutes of a droplet above which the check warns that it is long. */
const LONG_DROPLET = 2;
/** Time for all links, in ms, while a person waits. */
const LINK_TIME = 15_000;
const MAX_LINKS = 60;

interface CheckRules {
  tryLinks: typeof tryLinks;
}

type AnyFields = Fields[ItemType];

/** Checks an item before it is published. Throws 404. */
export async function checkItem(
  db: Db,
  type: ItemType,
  id: number,
  rules: CheckRules = { tryLinks },
): Promise<{ title: string; isPublished: boolean; checks: Check[] }> {
  const row = await existingRow(db, type, id);
  const fields = (toFields[type] as (of: typeof row) => AnyFields)(row);
  const must = (await findMusts(db, [fields.mediaUrl])).get(fields.mediaUrl ?? '');
  const writing = (await writingsAt(db, [fields.mediaUrl])).get(fields.mediaUrl ?? '');
  const nodes = writing?.kind === 'text' ? parseText(writing.source) : [];
  const elements = elementsOf(nodes);
  const linked = elements.flatMap(([tag, attributes]) => (tag === 'a' ? [attributes?.href ?? ''] : []));
  const checks: Check[] = [
    ...(must
      ? [{ level: 'must', about: must.name, ...textsOf(must), editor: editorOf(must.name) } as const]
      : []),
    ...captionsOf(fields),
    ...(type === 'droplet' ? lengthOf(fields, wordsOf(nodes)) : []),
    ...(await linksOf(fields, linked, rules)),
    ...coverOf(fields),
    ...picturesOf(elements),
    wordsAboutOf(fields),
  ];
  const order = ['must', 'advice', 'fine'];
  checks.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  return { title: fields.title, isPublished: fields.isPublished, checks };
}

const textsOf = ({ title, detail }: { title: string; detail: string }) => ({ title, detail });
const editorOf = (about: Check['about']): Check['editor'] => (about === 'text' ? 'text' : 'form');

function captionsOf({ mediaType, mediaUrl, captionsUrl }: AnyFields): Check[] {
  if ((mediaType !== 'video' && mediaType !== 'audio') || mediaUrl === null) return [];
  if (VIDEO_HOSTS.test(parseUrl(mediaUrl)?.hostname ?? '')) return [];
  const about = { about: 'captions', editor: 'form' } as const;
  if (captionsUrl !== null)
    return [{ level: 'fine', ...about, title: 'Captions', detail: 'They are there.' }];
  return [
    {
      level: 'advice',
      ...about,
      title: 'Captions are missing',
      detail: 'People who cannot hear it, or may not now, will miss the words.',
    },
  ];
}

function lengthOf(fields: AnyFields, words: string): Check[] {
  const reading = readingMinutes(countWords(words));
  const typed = 'duration' in fields ? fields.duration : 0;
  const minutes = Math.max(typed, reading);
  const detail =
    reading > typed
      ? `Reading it takes about ${reading} minutes; ${typed === 1 ? '1 is' : `${typed} are`} announced.`
      : `${typed === 1 ? '1 minute' : `${typed} minutes`}. A droplet is about one.`;
  const about = { about: 'length', editor: 'form' } as const;
  return minutes > LONG_DROPLET
    ? [{ level: 'advice', ...about, title: 'Over two minutes', detail }]
    : [
        {
          level: 'fine',
          ...about,
          title: 'Two minutes or less',
          detail: `${typed === 1 ? '1 minute' : '2 minutes'}`,
        },
      ];
}

const ADVICE: Record<Exclude<LinkState, 'found'>, string> = {
  gone: 'A link answers “not found”',
  silent: 'A link does not answer',
  private: 'A link could not be checked',
  'kept-out': 'A link could not be checked',
  unsure: 'A link could not be checked',
};

async function linksOf(
  { additionalResources }: AnyFields,
  inText: readonly string[],
  rules: CheckRules,
): Promise<Check[]> {
  const ofForm = additionalResources.map(({ url }) => url);
  const links = [...new Set([...ofForm, ...inText])].filter((url) => /^https?:/i.test(url));
  if (links.length === 0) return [];
  const asked = links.slice(0, MAX_LINKS);
  const states = await rules.tryLinks(asked, LINK_TIME);
  const bad = asked.flatMap((url): Check[] => {
    const state = states.get(url);
    if (state === undefined || state === 'found') return [];
    const isOfForm = ofForm.includes(url);
    const where = isOfForm ? 'in the additional resources' : 'in the text';
    return [
      {
        level: 'advice',
        about: 'link',
        title: ADVICE[state],
        detail: `${shortened(url)}, ${where}.`,
        editor: isOfForm ? 'form' : 'text',
      },
    ];
  });
  const skipped = links.length - states.size;
  const rest: Check = {
    level: skipped > 0 ? 'advice' : 'fine',
    about: 'link',
    title: skipped > 0 ? 'Not every link was checked' : 'Links',
    detail: skipped > 0 ? `${skipped} of ${links.length} did not fit into the time.` : 'They answer.',
    editor: 'form',
  };
  return skipped > 0 || bad.length === 0 ? [...bad, rest] : bad;
}

const shortened = (url: string) => shorten(url.replace(/^https?:\/\//i, ''), 80);

/** A drawn cover shows nothing that the title does not say. */
function coverOf({ imageUrl, imageAlt }: AnyFields): Check[] {
  if (imageUrl === null || imageUrl.startsWith('/covers/')) return [];
  const about = { about: 'cover', editor: 'form' } as const;
  if (imageAlt !== null)
    return [{ level: 'fine', ...about, title: 'Picture in words', detail: `“${imageAlt}”` }];
  return [
    {
      level: 'advice',
      ...about,
      title: 'The picture has no words',
      detail: 'They are read aloud to people who cannot see it.',
    },
  ];
}

function picturesOf(elements: ReturnType<typeof elementsOf>): Check[] {
  const pictures = elements.filter(([tag]) => tag === 'img');
  if (pictures.length === 0) return [];
  const bare = pictures.filter(([, attributes]) => (attributes?.alt ?? '').trim() === '').length;
  const about = { about: 'pictures', editor: 'text' } as const;
  if (bare === 0)
    return [{ level: 'fine', ...about, title: 'Pictures in the text', detail: 'Each has its words.' }];
  return [
    {
      level: 'advice',
      ...about,
      title: bare === 1 ? 'A picture in the text has no words' : `${bare} pictures in the text have no words`,
      detail: 'They are read aloud to people who cannot see it: ![what it shows](address).',
    },
  ];
}

function wordsAboutOf({ keywords }: AnyFields): Check {
  const about = { about: 'words', editor: 'form' } as const;
  return keywords.length > 0
    ? { level: 'fine', ...about, title: 'Title, description, keywords', detail: 'All there.' }
    : { level: 'advice', ...about, title: 'Keywords are missing', detail: 'They lead from Explore to it.' };
}
