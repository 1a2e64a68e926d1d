import { useQuery } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Droplet } from '../../../contract/schemas.ts';
import { Cover } from '../../covers/cover.tsx';
import { CoverFrame } from '../../covers/cover-frame.tsx';
import { describeKind } from '../../items/droplet-kind.ts';
import type { ListPosition } from '../../items/list-position.ts';
import { dropletsQuery } from '../../items/queries.ts';
import type { Step } from '../step-arrow.tsx';
import { AgainIcon } from './again-icon.tsx';
import { askToPlay } from './ask-to-play.ts';
import * as css from './lesson-end.module.css';
import { WaveEnd } from './wave-end.tsx';

export interface LessonEndProps {
  droplet: Droplet;
  position: ListPosition<Droplet>;
  step: Step;
  onAgain(): void;
  /** Called when the end of a wave covers title and controls. */
  onCover(): void;
}

/** Shows what comes after a lesson. Nothing starts by itself; one press on the next lesson plays it. */
export function LessonEnd(props: LessonEndProps) {
  const { droplet, position, step, onAgain, onCover } = props;
  const end = useRef<HTMLDivElement>(null);
  // A list such as search results may end in the middle of a wave.
  const { data: siblings, isPending } = useQuery(dropletsQuery(useApi(), droplet.waveId));
  const through = !position.next && siblings?.at(-1)?.id === droplet.id;
  const waits = !position.next && isPending;
  const cover = useEffectEvent(onCover);
  useLayoutEffect(() => {
    if (through) cover();
  }, [through]);
  useLayoutEffect(() => {
    if (waits) return;
    const focused = document.activeElement;
    const player = end.current?.parentElement;
    // Leaves the focus on an element outside of the player that the reader uses.
    if (focused === null || focused.matches('body, dialog') || player?.contains(focused))
      end.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true });
  }, [waits]);
  if (waits) return null;
  return (
    <div ref={end} className={css.veil} data-part="lesson-end">
      {through ? (
        <WaveEnd droplet={droplet} step={step} onAgain={onAgain} />
      ) : (
        <div className={css.choices}>
          {position.next ? <NextCard next={position.next} position={position} step={step} /> : null}
          <div className={`row ${css.buttons}`}>
            <button
              type="button"
              className="btn line"
              data-next={position.next ? undefined : ''}
              onClick={onAgain}
            >
              <AgainIcon />
              Again
            </button>
            <FavoriteButton
              key={droplet.id}
              itemType="droplet"
              itemId={droplet.id}
              title={droplet.title}
              variant="save"
            />
          </div>
        </div>
      )}
    </div>
  );
}

interface NextCardProps {
  next: Droplet;
  position: ListPosition<Droplet>;
  step: Step;
}

function NextCard({ next, position, step }: NextCardProps) {
  const content = (
    <>
      <CoverFrame kind="droplet" blurred={next.locked} className={css.cover}>
        <Cover kind="droplet" of={next} />
      </CoverFrame>
      <span className={css.words}>
        <b>Next: {next.title}</b>
        <span className="meta">
          {position.position + 1} of {position.total} · {describeKind(next)}
          {next.locked ? <span className="sr"> Locked: for subscribers</span> : null}
        </span>
      </span>
      <span className={css.disc} data-plays={next.locked ? undefined : ''}>
        <Icon name={next.locked ? 'lock' : 'play'} />
      </span>
    </>
  );
  if ('go' in step)
    return (
      <button
        type="button"
        className={css.nextCard}
        data-next=""
        onClick={() => {
          askToPlay(next);
          step.go(next);
        }}
      >
        {content}
      </button>
    );
  return (
    <Link
      className={css.nextCard}
      data-next=""
      href={step.href(next)}
      // A transition would begin after the press, and only a press lets media play.
      transition={false}
      onClick={() => askToPlay(next)}
    >
      {content}
    </Link>
  );
}
