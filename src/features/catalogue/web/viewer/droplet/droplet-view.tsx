import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { storeLastStop } from '#platform/web/last-stop/last-stop.ts';
import type { Droplet } from '../../../contract/schemas.ts';
import type { ListPosition } from '../../items/list-position.ts';
import { useWave } from '../../items/use-item.ts';
import { LazyEnd } from '../end/lazy-end.tsx';
import { SmallArrows } from '../small-arrows.tsx';
import { type Step, StepArrow } from '../step-arrow.tsx';
import { DropletAbout } from './droplet-about.tsx';
import { DropletFrame } from './droplet-frame.tsx';
import * as css from './droplet-view.module.css';
import { stopAt } from './stop-at.ts';

interface DropletViewProps {
  droplet: Droplet;
  position: ListPosition<Droplet>;
  /** Level of the title. */
  level: 1 | 2;
  step: Step;
  /** The viewer's close button; a page has none. */
  close?: ReactNode;
}

/** Longest title inside the frame, in characters. A longer one would cover the play button or the lock. */
const MAX_IN_FRAME = 80;

/** Shows one droplet: the frame with its medium, the arrows, and its description. */
export function DropletView({ droplet, position, level, step, close }: DropletViewProps) {
  const { previous, next } = position;
  const outside = droplet.title.length > MAX_IN_FRAME;
  const count = position.position === 0 ? null : `${position.position} of ${position.total}`;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const headingLevel = level === 1 ? 2 : 3;
  useLastStop(droplet, position);
  const Heading = `h${level}` as const;
  const title = <Heading>{droplet.title}</Heading>;
  return (
    <div className={classNames(css.view, close === undefined && css.onPage)}>
      {close === undefined ? null : <div className={css.close}>{close}</div>}
      {previous ? (
        <StepArrow direction="previous" to={previous} step={step} className={css.previous} />
      ) : null}
      <DropletFrame
        droplet={droplet}
        count={count}
        title={outside ? null : title}
        arrows={<SmallArrows position={position} step={step} />}
        close={close}
        transcript={{ slot, headingLevel }}
        end={(onAgain, onCover) => (
          <LazyEnd key={droplet.id} {...{ droplet, position, step, onAgain, onCover }} />
        )}
      />
      {next ? <StepArrow direction="next" to={next} step={step} className={css.next} /> : null}
      <DropletAbout
        droplet={droplet}
        count={count}
        title={outside ? title : null}
        headingLevel={headingLevel}
        transcriptRef={setSlot}
      />
    </div>
  );
}

/** Stores the open lesson as the reader's last stop. */
function useLastStop(droplet: Droplet, { position, total }: ListPosition<Droplet>): void {
  const { data: wave } = useWave(droplet.waveId);
  useEffect(() => {
    if (!droplet.locked) storeLastStop(stopAt(droplet, { position, total }, wave));
  }, [droplet, position, total, wave]);
}
