import type { ReactNode } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import * as css from './reading-frame.module.css';

interface ReadingFrameProps {
  title: string;
  intro: string;
  path: string;
  children: ReactNode;
}

/** The layout of a page of text. */
export function ReadingFrame({ title, intro, path, children }: ReadingFrameProps) {
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
