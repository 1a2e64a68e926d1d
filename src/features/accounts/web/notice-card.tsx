import type { ReactNode } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import * as css from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';

interface NoticeCardProps {
  title: string;
  path: string;
  children: ReactNode;
}

/** Shows a page of one small card, such as a confirmation or an expired link. */
export function NoticeCard({ title, path, children }: NoticeCardProps) {
  return (
    <div className={`wrap ${css.alone}`}>
      <Head title={title} path={path} noIndex />
      <AuthCard>
        <h1>{title}</h1>
        {children}
      </AuthCard>
    </div>
  );
}
