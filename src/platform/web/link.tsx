import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'wouter';
import { useSite } from './page.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string;
  /** Replaces the current entry of the history instead of adding one. */
  replace?: boolean;
  /** Kept with the entry of the history; see `history.state`. */
  state?: unknown;
};

/** A link within the site: the page's code and data are fetched on hover, focus or touch. */
export function Link({ href, ...rest }: LinkProps) {
  const { preload } = useSite();
  const intent = () => preload(href);
  return <RouterLink href={href} onPointerEnter={intent} onFocus={intent} onTouchStart={intent} {...rest} />;
}
