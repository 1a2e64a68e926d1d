import type { ComponentProps } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import type { ItemType } from '../../contract/kinds.ts';
import * as css from './cover-frame.module.css';

/** Classes of a frame, for an element other than `div`. */
export const COVER_FRAMES: Record<ItemType, string> = {
  ocean: `${css.frame} ${css.ocean}`,
  wave: `${css.frame} ${css.wave}`,
  droplet: `${css.frame} ${css.droplet}`,
};

interface CoverFrameProps extends ComponentProps<'div'> {
  kind: ItemType;
  blurred?: boolean;
}

/**
 * Frames an item's cover, with the proportions and corners of its kind. Badges and buttons stand on the
 * cover.
 */
export function CoverFrame({ kind, blurred, className, ...rest }: CoverFrameProps) {
  return <div className={classNames(COVER_FRAMES[kind], blurred && css.blurred, className)} {...rest} />;
}
