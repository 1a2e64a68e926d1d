import { useQuery } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useSite } from '#platform/web/page.ts';
import type { LessonNode } from '../../../shared/lesson-node.ts';
import { isSiteUrl } from '../../items/site-url.ts';
import * as viewer from '../viewer.module.css';
import { BrokenLesson } from './broken-lesson.tsx';
import { ExternalLesson } from './external-lesson.tsx';
import { lessonQuery } from './lesson-query.ts';
import * as css from './text-lesson.module.css';

/** Addresses of plain text files, and of texts written on this site. */
const OURS = /\.txt$|^\/media\/w\/\w+\.json$/i;

/** Shows a text of this site as a page, and links to a text on another site. */
export function TextLesson({ url, title }: { url: string; title: string }) {
  const { publicUrl } = useSite();
  const ours = isSiteUrl(url, publicUrl) && OURS.test(new URL(url, publicUrl).pathname);
  return ours ? <Reading url={url} /> : <ExternalLesson url={url} noun="text" title={title} />;
}

function Reading({ url }: { url: string }) {
  const { data, isError, refetch } = useQuery(lessonQuery(url));
  if (isError) return <BrokenLesson kind="text" onRetry={() => void refetch()} />;
  if (!data) return <Spinner label="Loading the text" className={viewer.spinner} />;
  return <LessonText nodes={data} />;
}

/** Shows the parts of a text in the site's typography. */
export function LessonText({ nodes }: { nodes: readonly LessonNode[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className={css.text} tabIndex={0} aria-label="Text">
      {renderNodes(nodes)}
    </section>
  );
}

/** Renders a lesson's parts as elements. The server chose their tags and attributes. */
const renderNodes = (nodes: readonly LessonNode[]): ReactNode[] =>
  nodes.map((node, key) =>
    typeof node === 'string'
      ? node
      : createElement(node[0], { ...node[1], key }, ...renderNodes(node.slice(2) as LessonNode[])),
  );
