import {
  getDroplet,
  getOcean,
  getWave,
  listDroplets,
  listWaves,
} from '#features/catalogue/contract/calls.ts';
import type { Droplet, Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import type { LessonNode } from '#features/catalogue/shared/lesson-node.ts';
import { smallFilm } from '#features/uploads/shared/film-address.ts';
import { parseUploadName, pictureName, UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import type { KeptItem, KeptRef } from './kept.ts';
import { fetchFresh, Refused, Withheld } from './kept-files.ts';

/** Contents to store for an item that opens without a connection. */
export interface Plan {
  item: Pick<KeptItem, 'kind' | 'id' | 'title' | 'cover' | 'lessons'>;
  /** Paths of the item's pages. */
  pages: string[];
  /** Responses to the item's calls as JSON, by path. */
  answers: [path: string, json: string][];
  pictures: string[];
  /** Paths of its own films, recordings, texts and captions, one list per lesson. */
  media: string[][];
  /** Lessons that need a connection: films of other sites, and exercises, which run in a sandboxed frame. */
  away: number;
}

/** Requests an item's contents for this reader. Throws `Withheld` when the reader may open nothing. */
export async function planItem({ kind, id }: KeptRef, signal?: AbortSignal): Promise<Plan> {
  const ask = async <Answer>(url: string): Promise<Answer> => (await fetchFresh(url, signal)).json();
  const single = kind === 'droplet' ? await ask<Droplet>(urlOf(getDroplet, { params: { id } })) : null;
  const waveId = single?.waveId ?? id;
  const [wave, list] = await Promise.all([
    ask<Wave>(urlOf(getWave, { params: { id: waveId } })),
    ask<Droplet[]>(urlOf(listDroplets, { params: { id: waveId } })),
  ]);
  const [ocean, waves] = await Promise.all([
    ask<Ocean>(urlOf(getOcean, { params: { id: wave.oceanId } })),
    ask<Wave[]>(urlOf(listWaves, { params: { id: wave.oceanId } })),
  ]);
  const lessons = (single ? [single] : list).filter((droplet) => !droplet.locked);
  if (lessons.length === 0) throw new Withheld(`${kind} ${id}`, 404);
  const mediaOfLessons = await Promise.all(
    lessons.map(async (droplet) => {
      const media = mediaOf(droplet);
      const [text] = media;
      // The server delivers texts written on the site as parsed parts.
      if (droplet.mediaType !== 'text' || !text?.endsWith('.json')) return media;
      return [...media, ...picturesIn(await ask<LessonNode[]>(text).catch(withoutRefused))];
    }),
  );
  const answers: Plan['answers'] = [
    [urlOf(getWave, { params: { id: waveId } }), JSON.stringify(wave)],
    [urlOf(listDroplets, { params: { id: waveId } }), JSON.stringify(list)],
    [urlOf(getOcean, { params: { id: ocean.id } }), JSON.stringify(ocean)],
    [urlOf(listWaves, { params: { id: ocean.id } }), JSON.stringify(waves)],
    // Lists and single items have the same shape.
    ...lessons.map((droplet): [string, string] => [
      urlOf(getDroplet, { params: { id: droplet.id } }),
      JSON.stringify(droplet),
    ]),
  ];
  const item = single ?? wave;
  return {
    item: {
      kind,
      id,
      title: item.title,
      cover: coverOf(kind, item),
      lessons: lessons.map((droplet) => ({
        id: droplet.id,
        title: droplet.title,
        cover: coverOf('droplet', droplet),
      })),
    },
    pages: [...(single ? [] : [`/waves/${id}`]), ...lessons.map((droplet) => `/droplets/${droplet.id}`)],
    answers,
    pictures: [coverOf(kind, item), ...lessons.map((droplet) => coverOf('droplet', droplet))]
      .filter(isOwn)
      .map(narrowed),
    media: [...(single || wave.locked ? [] : [mediaOf(wave)]), ...mediaOfLessons],
    away: lessons.filter(needsConnection).length,
  };
}

/** Handles a refused text. It is then missing when it is stored, but the item is not. */
function withoutRefused(error: unknown): LessonNode[] {
  if (error instanceof Refused) return [];
  throw error;
}

/** Returns the same cover as the catalogue: the picture, or else the generated cover. */
const coverOf = (kind: string, { imageUrl, slug }: { imageUrl: string | null; slug: string }) =>
  imageUrl || `/covers/${kind}/${encodeURIComponent(slug)}.svg`;

const isOwn = (url: string | null): url is string => url?.startsWith('/') === true && !url.startsWith('//');

/** Width of kept pictures in px, where several exist. */
const WIDTH = 960;

function narrowed(path: string): string {
  const name = path.startsWith(UPLOADS_PREFIX) ? parseUploadName(path.slice(UPLOADS_PREFIX.length)) : null;
  return name?.width && name.width > WIDTH ? UPLOADS_PREFIX + pictureName(name.hash, WIDTH) : path;
}

/**
 * Returns the files of this site that a lesson plays, films in their smaller size. Excludes exercises,
 * because no worker serves their sandboxed frame.
 */
const mediaOf = ({ mediaType, mediaUrl, captionsUrl, furtherCaptions }: Droplet | Wave): string[] =>
  mediaType === 'none' || mediaType === 'interactive' || !isOwn(mediaUrl)
    ? []
    : [smallFilm(mediaUrl), captionsUrl, ...furtherCaptions.map(({ url }) => url)].filter(isOwn);

/** Tells whether a lesson cannot be kept: a film of another site, or an exercise. */
export const needsConnection = (lesson: Droplet): boolean =>
  Boolean(lesson.mediaUrl) && mediaOf(lesson).length === 0;

/** Returns the own pictures in a text written on this site. One width represents all (kept.ts). */
const picturesIn = (nodes: readonly LessonNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const [, attributes, ...parts] = node;
    return [attributes?.src ?? ''].filter(isOwn).map(narrowed).concat(picturesIn(parts));
  });
