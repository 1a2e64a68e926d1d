import { useState } from 'react';
import { logoSource } from '#features/settings/shared/logo-source.ts';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Link } from '#platform/web/link.tsx';
import * as css from './logo.module.css';

/** The logo from the settings if it loads, else the site's title with its reflection. */
export function Logo({ href, className }: { href: string; className?: string }) {
  const setting = useSettings();
  const title = setting('site.title');
  const source = logoSource(setting('site.logo'));
  const [broken, setBroken] = useState<string | null>(null);
  const word = title.toLowerCase();
  return (
    <Link className={className ? `${css.logo} ${className}` : css.logo} href={href}>
      {source && source !== broken ? (
        <img className={css.image} src={source} alt={title} onError={() => setBroken(source)} />
      ) : (
        <>
          <span>{word}</span>
          <i className={css.reflection} aria-hidden="true">
            {word}
          </i>
        </>
      )}
    </Link>
  );
}
