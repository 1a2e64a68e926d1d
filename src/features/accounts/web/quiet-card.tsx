import type { ReactNode } from 'react';
import { Head } from '#features/settings/web/head.tsx';

interface QuietCardProps {
  title: string;
  path: string;
  children: ReactNode;
}

/** A page that is one small card: a step on the way in or out. */
export function QuietCard({ title, path, children }: QuietCardProps) {
  return (
    <div className="wrap auth-alone">
      <Head title={title} path={path} noIndex />
      <section className="auth-card">
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}
