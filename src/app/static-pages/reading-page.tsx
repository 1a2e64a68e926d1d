import type { ReactNode } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import * as css from './reading-page.module.css';

interface ReadingPageProps {
  title: string;
  intro: string;
  path: string;
  children: ReactNode;
}

/** The frame of a page of text. */
export function ReadingPage({ title, intro, path, children }: ReadingPageProps) {
  return (
    <div className={`wrap ${css.page}`}>
      <Head title={title} description={intro} path={path} />
      <div className="head">
        <div>
          <h1>{title}</h1>
          <p className="intro">{intro}</p>
        </div>
      </div>
      <article className={css.text}>{children}</article>
    </div>
  );
}
