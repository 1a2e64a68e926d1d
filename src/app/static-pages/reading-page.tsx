import type { ReactNode } from 'react';
import { Head } from '#features/settings/web/head.tsx';

interface ReadingPageProps {
  title: string;
  intro: string;
  path: string;
  children: ReactNode;
}

/** A page to be read from top to bottom. */
export function ReadingPage({ title, intro, path, children }: ReadingPageProps) {
  return (
    <div className="wrap prose-wrap">
      <Head title={title} description={intro} path={path} />
      <div className="head">
        <div>
          <h1>{title}</h1>
          <p className="intro">{intro}</p>
        </div>
      </div>
      <article className="prose">{children}</article>
    </div>
  );
}
