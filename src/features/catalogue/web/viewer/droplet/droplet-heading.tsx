import type { ReactNode } from 'react';
import type { Droplet } from '../../../contract/schemas.ts';
import { describeKind } from '../../items/droplet-kind.ts';
import * as css from './droplet-heading.module.css';

interface DropletHeadingProps {
  droplet: Droplet;
  /** The title, unless it stands beside the frame. */
  title: ReactNode;
  /** The arrows of small screens. */
  arrows: ReactNode;
}

/** Shows the title, the kind of a lesson that is no film, and the arrows at the foot of the frame. */
export function DropletHeading({ droplet, title, arrows }: DropletHeadingProps) {
  const kind = !droplet.locked && droplet.mediaUrl && droplet.mediaType !== 'video';
  return (
    <div className={css.heading}>
      <div className={css.words}>
        {title}
        {kind ? (
          <p className={css.kind}>
            <b>{describeKind(droplet)}</b>
            <small>No video available</small>
          </p>
        ) : null}
      </div>
      {arrows}
    </div>
  );
}
