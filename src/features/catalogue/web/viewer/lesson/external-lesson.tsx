import { parseUrl } from '#platform/http/contract/parse-url.ts';
import * as css from './external-lesson.module.css';

interface ExternalLessonProps {
  url: string;
  noun: 'text' | 'exercise';
  title: string;
}

/** Links to a lesson on another site. */
export function ExternalLesson({ url, noun, title }: ExternalLessonProps) {
  const host = parseUrl(url)?.hostname ?? 'another site';
  return (
    <div className={css.lesson}>
      <p>
        This {noun} is on {host}.
      </p>
      <a className={`btn line ${css.link}`} href={url} target="_blank" rel="noopener">
        Open {title}
        <span className="sr"> (opens in a new tab)</span>
      </a>
    </div>
  );
}
