import MarkdownIt, { type Token } from 'markdown-it';
import { pictureSources } from '#features/uploads/shared/upload-address.ts';
import { isWebAddress } from '#platform/http/contract/fields.ts';
import type { LessonNode } from '../../shared/lesson-node.ts';

/*
 * CommonMark becomes a tree of elements from a fixed list. Raw HTML stays text, and a refused link stays as
 * it was typed.
 */

/** Elements without attributes. */
const PLAIN = new Set(['p', 'ul', 'li', 'blockquote', 'em', 'strong']);
/** The title above a text is a heading of level 1 or 2, and levels should not be skipped. */
const FIRST_HEADING = 2;
/** Width of the text's column in px, for the choice of a picture's file. */
const COLUMN = '(min-width: 64rem) 30rem, 100vw';

/** Allows paths of this site, http(s), mail addresses, and anchors in the text. */
const isAllowed = (address: string): boolean => /^(mailto:|#)/i.test(address) || isWebAddress(address);

/** Makes a parser without raw HTML that refuses links by a rule. */
export function makeParser(allows: (address: string) => boolean = isAllowed) {
  const parser = new MarkdownIt('commonmark', { html: false });
  parser.validateLink = allows;
  return parser;
}

const PARSER = makeParser();

/** Parses a text. Takes time in proportion to its length. */
export const parseText = (source: string, parser = PARSER): LessonNode[] =>
  nodesOf(parser.parse(source.replace(/^\uFEFF/, ''), {}));

/** An element whose closing token has not come yet. */
interface OpenElement {
  tag: string;
  attributes: Record<string, string> | null;
  parts: LessonNode[];
}

function nodesOf(tokens: readonly Token[]): LessonNode[] {
  const root: OpenElement = { tag: '', attributes: null, parts: [] };
  const open = [root];
  for (const token of tokens) {
    // The paragraphs of a tight list make no elements.
    if (token.hidden) continue;
    if (token.nesting === 1) open.push({ ...elementOf(token), parts: [] });
    else if (token.nesting === -1) {
      const { tag, attributes, parts } = open.pop() as OpenElement;
      open.at(-1)?.parts.push([tag, attributes, ...parts]);
    } else for (const part of leavesOf(token)) add(open.at(-1)?.parts ?? [], part);
  }
  return root.parts;
}

/** Adds a part, and joins it with a text before it. */
function add(parts: LessonNode[], part: LessonNode): void {
  const last = parts.at(-1);
  if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
  else parts.push(part);
}

function elementOf(token: Token): Omit<OpenElement, 'parts'> {
  const { tag } = token;
  if (tag === 'a') return { tag, attributes: linkOf(token) };
  if (tag === 'ol') {
    const start = token.attrGet('start');
    return { tag, attributes: start === null ? null : { start: String(start) } };
  }
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level !== undefined) return { tag: `h${Math.max(FIRST_HEADING, Number(level))}`, attributes: null };
  // CommonMark opens no other element.
  return { tag: PLAIN.has(tag) ? tag : 'span', attributes: null };
}

function linkOf(token: Token): Record<string, string> {
  const href = String(token.attrGet('href') ?? '');
  const title = token.attrGet('title');
  return {
    href,
    ...(title ? { title: String(title) } : {}),
    // A new tab keeps the lesson open.
    ...(href.startsWith('#') ? {} : { target: '_blank', rel: 'noopener' }),
  };
}

function leavesOf(token: Token): LessonNode[] {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'softbreak':
      return ['\n'];
    case 'hardbreak':
      return [['br', null]];
    case 'hr':
      return [['hr', null]];
    case 'code_inline':
      return [['code', null, token.content]];
    case 'code_block':
    case 'fence':
      return [['pre', null, ['code', null, token.content]]];
    case 'image':
      return [pictureOf(token)];
    default:
      return token.content === '' ? [] : [token.content];
  }
}

/**
 * Makes an element of a picture on this site or on HTTPS. The CSP blocks others, so their alternative text
 * shows.
 */
function pictureOf(token: Token): LessonNode {
  const src = String(token.attrGet('src') ?? '');
  const alt = wordsOf(nodesOf(token.children ?? []));
  if (!src.startsWith('/') && !/^https:/i.test(src)) return alt;
  const title = token.attrGet('title');
  const srcSet = pictureSources(src);
  return [
    'img',
    {
      src,
      alt,
      ...(title ? { title: String(title) } : {}),
      ...(srcSet ? { srcSet, sizes: COLUMN } : {}),
      decoding: 'async',
    },
  ];
}

/** The words of a text, with those of its pictures. */
export function wordsOf(nodes: readonly LessonNode[]): string {
  const words = nodes.map((node) => {
    if (typeof node === 'string') return node;
    const [tag, attributes, ...parts] = node;
    return tag === 'img' ? (attributes?.alt ?? '') : wordsOf(parts);
  });
  return words.join('');
}

/** Every element of a text, in its order. */
export function elementsOf(nodes: readonly LessonNode[]): Exclude<LessonNode, string>[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [node, ...elementsOf(node.slice(2) as LessonNode[])],
  );
}
