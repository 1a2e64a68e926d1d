import { type ComponentProps, useEffect, useRef } from 'react';
import { Link as RouterLink } from 'wouter';
import { whenSeen } from './ahead.ts';
import { useSite } from './page.ts';
import { rememberPress } from './view-transition.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'ref'> & {
  href: string;
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean;
  /** Stored with the history entry, as `history.state`. */
  state?: unknown;
  /** False changes the page within the press, without a fade, so that media may start to play. */
  transition?: false;
  /** A likely next page, preloaded when the link is in view. */
  likely?: boolean;
};

/** Renders a link within the site. Hover, focus and touch preload the page's code and data. */
export function Link({ href, likely = false, onClick, ...rest }: LinkProps) {
  const { preload } = useSite();
  const anchor = useRef<HTMLAnchorElement>(null);
  const intent = () => preload(href);
  useEffect(() => {
    if (likely && anchor.current) return whenSeen(anchor.current, () => preload(href));
    return undefined;
  }, [likely, href, preload]);
  return (
    <RouterLink
      ref={anchor}
      href={href}
      transition
      onPointerEnter={intent}
      onFocus={intent}
      onTouchStart={intent}
      onClick={(event) => {
        rememberPress(event.currentTarget);
        onClick?.(event);
      }}
      {...rest}
    />
  );
}
