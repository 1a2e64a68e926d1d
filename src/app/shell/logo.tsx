import { useState } from 'react';
import { logoSource } from '#features/settings/shared/logo-source.ts';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Link } from '#platform/web/link.tsx';

/** The site's mark: an image when the settings name one that loads, else its name reflected in the waterline. */
export function Logo({ href }: { href: string }) {
  const setting = useSettings();
  const title = setting('site.title');
  const source = logoSource(setting('site.logo'));
  const [broken, setBroken] = useState<string | null>(null);
  const word = title.toLowerCase();
  return (
    <Link className="wordmark" href={href}>
      {source && source !== broken ? (
        <img className="logo-image" src={source} alt={title} onError={() => setBroken(source)} />
      ) : (
        <>
          <span>{word}</span>
          <i aria-hidden="true">{word}</i>
        </>
      )}
    </Link>
  );
}
