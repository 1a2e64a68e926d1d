import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from '#platform/web/link.tsx';
import { type Block, type Inline, parseRichText, type RichTextNames } from '../../shared/rich-text.ts';

interface RichTextProps {
  text: string;
  names: RichTextNames;
  /** Level of the text's headings. */
  level: 2 | 3;
}

/** Shows a text with the markup of `rich-text.ts`. */
export const RichText = ({ text, names, level }: RichTextProps) =>
  together(parseRichText(text, names).map((block) => blockElement(block, level)));

/** Makes one element of several parts, which are static and need no keys. */
const together = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts);

function blockElement(block: Block, level: number): ReactNode {
  switch (block.is) {
    case 'heading':
      return createElement(`h${block.smaller ? level + 1 : level}`, null, words(block.content));
    case 'paragraph':
      return <p>{words(block.content)}</p>;
    case 'list':
      return <ul>{together(block.items.map((content) => createElement('li', null, words(content))))}</ul>;
    case 'terms':
      return <dl>{together(block.items.map(termElement))}</dl>;
  }
}

const termElement = ({ term, content }: { term: string; content: readonly Inline[] }) =>
  createElement('div', null, <dt>{term}</dt>, <dd>{words(content)}</dd>);

const words = (content: readonly Inline[]) => together(content.map(inlineElement));

function inlineElement(part: Inline): ReactNode {
  switch (part.is) {
    case 'text':
      return part.text;
    case 'bold':
      return createElement('strong', null, part.text);
    case 'code':
      return createElement('code', null, part.text);
    case 'link':
      return createElement(part.href.startsWith('/') ? Link : 'a', { href: part.href }, part.text);
  }
}
