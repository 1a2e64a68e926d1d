import type { ReactNode } from 'react';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Head } from '#platform/web/head.tsx';

interface QuietCardProps {
  title: string;
  path: string;
  children: ReactNode;
}

/** A page that is one small card: a step on the way in or out. */
export function QuietCard({ title, path, children }: QuietCardProps) {
  const setting = useSettings();
  return (
    <div className="wrap auth-alone">
      <Head
        title={title}
        siteTitle={setting('site.title')}
        description={setting('site.description')}
        path={path}
        noIndex
      />
      <section className="auth-card">
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}
