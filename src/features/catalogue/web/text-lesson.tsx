import { useQuery } from '@tanstack/react-query';
import { Spinner } from '#platform/design/spinner.tsx';
import { useSite } from '#platform/web/page.ts';
import { BrokenMedia } from './broken-media.tsx';
import { lessonQuery } from './lesson-query.ts';
import type { LessonBlock } from './lesson-text.ts';
import { LinkOut } from './link-out.tsx';
import { isSiteAddress } from './site-address.ts';

/** A text of ours is set as a page to read; a text elsewhere is linked. */
export function TextLesson({ url, title }: { url: string; title: string }) {
  const { publicUrl } = useSite();
  const ours = isSiteAddress(url, publicUrl) && /\.txt$/i.test(new URL(url, publicUrl).pathname);
  return ours ? <Reading url={url} /> : <LinkOut url={url} what="text" title={title} />;
}

function Reading({ url }: { url: string }) {
  const { data, isError, refetch } = useQuery(lessonQuery(url));
  if (isError) return <BrokenMedia what="text" onRetry={() => void refetch()} />;
  if (!data) return <Spinner label="Loading the text" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="reading" tabIndex={0} aria-label="Text">
      {data.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change while it is read
        <Block key={place} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: LessonBlock }) {
  if (block.kind === 'paragraph') return <p>{block.text}</p>;
  return (
    <ul>
      {block.items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={place}>{item}</li>
      ))}
    </ul>
  );
}
