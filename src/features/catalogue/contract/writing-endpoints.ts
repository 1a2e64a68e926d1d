import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import type { LessonNode } from '../shared/lesson-node.ts';
import * as calls from './writing-calls.ts';

/** Bytes: the longest exercise in letters of three bytes each, plus JSON's overhead. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

const Source = (max: number) =>
  z
    .string('Must be text')
    .max(max, `Use at most ${max.toLocaleString('en')} characters`)
    .refine((source) => !source.includes('\0'), 'This contains a character that is not allowed');

const TextSource = Source(calls.MAX_WRITING.text);

/** An author's text: Markdown of a text, HTML of an exercise. */
export const Writing = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('text'), source: TextSource }),
    z.object({ kind: z.literal('exercise'), source: Source(calls.MAX_WRITING.exercise) }),
  ],
  'Choose text or exercise',
);
export type Writing = z.infer<typeof Writing>;

const Node: z.ZodType<LessonNode> = z.lazy(() =>
  z.union([z.string(), z.tuple([z.string(), z.record(z.string(), z.string()).nullable()], Node)]),
);

export const saveWriting = endpoint(calls.saveWriting, {
  summary:
    'Keep a text or an exercise of a droplet. Its `url` goes into the droplet’s `mediaUrl`; what no item ' +
    'has referred to for 7 days is deleted',
  bodyLimit: MAX_BODY_BYTES,
  body: Writing,
  answers: { 201: z.object({ url: z.string() }) },
});

export const getWriting = endpoint(calls.getWriting, {
  summary: 'What an author typed: Markdown of a text, HTML of an exercise. `name`: the end of its address',
  params: z.object({ name: z.string().max(100) }),
  answers: { 200: z.object({ kind: z.enum(['text', 'exercise']), source: z.string() }) },
});

export const previewText = endpoint(calls.previewText, {
  summary: 'The parts of a text as learners see them; nothing is kept',
  bodyLimit: MAX_BODY_BYTES,
  body: z.object({ source: TextSource }),
  answers: { 200: z.object({ nodes: z.array(Node) }) },
});
