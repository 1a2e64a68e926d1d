import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, PartSize } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import { Droplet, FirstLesson, Ocean, PlayerPreferences, TreeOcean, Wave } from './schemas.ts';

export const listOceans = endpoint(calls.listOceans, {
  summary:
    'All oceans, in the owner’s order; `X-Total-Count` says how many there are when a limit cuts the list',
  query: z.object({ limit: PartSize(100).optional() }),
  answers: { 200: z.array(Ocean) },
});

export const getOcean = endpoint(calls.getOcean, {
  summary: 'One ocean',
  params: ById,
  answers: { 200: Ocean },
});

export const listWaves = endpoint(calls.listWaves, {
  summary: 'The waves of an ocean, in the owner’s order',
  params: ById,
  answers: { 200: z.array(Wave) },
});

export const getWave = endpoint(calls.getWave, {
  summary: 'One wave',
  params: ById,
  answers: { 200: Wave },
});

export const listDroplets = endpoint(calls.listDroplets, {
  summary: 'The droplets of a wave, in the owner’s order',
  params: ById,
  answers: { 200: z.array(Droplet) },
});

export const getDroplet = endpoint(calls.getDroplet, {
  summary: 'One droplet',
  params: ById,
  answers: { 200: Droplet },
});

export const getTree = endpoint(calls.getTree, {
  summary: 'The hierarchy, level by level, as deep as one response can hold',
  answers: { 200: z.array(TreeOcean) },
});

export const listKeywords = endpoint(calls.listKeywords, {
  summary: 'Keywords of the droplets, the most used first',
  query: z.object({ limit: PartSize(1000).optional() }),
  answers: { 200: z.array(z.string()) },
});

export const exploreDroplets = endpoint(calls.exploreDroplets, {
  summary:
    'Droplets that match a text, a keyword, or both: the best first, then in the owner’s order. Of a ' +
    'long list the `X-Next-Cursor` header carries the `cursor` of the next part. `X-Nothing-Locked: 1` for ' +
    'a reader who may open everything. `X-Search-Notes` has the matching words and a corrected query, as ' +
    'percent-encoded JSON',
  query: z.object({
    q: z.string().trim().max(calls.MAX_SEARCH_LENGTH, 'Use a shorter search').optional(),
    keyword: z
      .string()
      .trim()
      .max(100, 'This keyword is too long')
      .refine((keyword) => !keyword.includes('\0'), 'This keyword contains a character that is not allowed')
      .optional(),
    /** Droplets in one response; 200 when absent. */
    limit: PartSize(100).optional(),
    cursor: z.string().max(200, 'This cursor is not valid').optional(),
  }),
  answers: { 200: z.array(Droplet) },
});

export const getFirstLesson = endpoint(calls.getFirstLesson, {
  summary: 'The film that a new visitor can begin with: the first of one minute that is open to everybody',
  answers: { 200: FirstLesson.nullable() },
});

export const savePlayerPreferences = endpoint(calls.savePlayerPreferences, {
  summary: 'Keep how this browser’s player is set, in a cookie that lasts',
  body: PlayerPreferences,
  answers: { 204: null },
});
