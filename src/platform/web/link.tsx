import { type ComponentProps, useEffect, useRef } from 'react';
import { Link as RouterLink } from 'wouter';
import { whenSeen } from './ahead.ts';
import { useSite } from './page.ts';
import { rememberPress } from './view-transition.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'ref'> & {
  href: string;
  /** Replaces the current entry of the history instead of adding one. */
  replace?: boolean;
  /** Kept with the entry of the history; see `history.state`. */
  state?: unknown;
  /** A likely next page: fetched ahead as soon as the link is in view. */
  likely?: boolean;
};

/** A link within the site: the page's code and data are fetched on hover, focus or touch. */
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
