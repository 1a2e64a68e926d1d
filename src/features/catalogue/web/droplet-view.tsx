import { type ReactNode, useState } from 'react';
import type { Droplet } from '../contract.ts';
import { DropletAbout } from './droplet-about.tsx';
import { DropletStage, NoVideo, stageOf } from './droplet-stage.tsx';
import { StepArrow } from './step-arrow.tsx';
import type { Place } from './viewer-address.ts';

interface DropletViewProps {
  droplet: Droplet;
  place: Place<Droplet>;
  /** Level and id of the title. */
  heading: { level: 1 | 2; id: string };
  /** How an arrow leads on: within the page, or to another one. */
  step: { go(droplet: Droplet): void } | { href(droplet: Droplet): string };
  /** The viewer's close button; a page has none. */
  close?: ReactNode;
}

/** In characters: a longer title would climb over the play button or the lock. */
const LONGEST_IN_FRAME = 80;

/** One droplet, whole: the frame with its medium, the arrows, and what is to be said about it. */
export function DropletView({ droplet, place, heading, step, close }: DropletViewProps) {
  // By id: a step to another droplet ends the playing, and leaves the arrows where they are.
  const [playingId, setPlayingId] = useState<number | null>(null);
  const playing = playingId === droplet.id;
  const Heading = `h${heading.level}` as const;
  const title = <Heading id={heading.id}>{droplet.title}</Heading>;
  const kind = stageOf(droplet);
  // These fill the frame, so the title stands above them and not on them.
  const isSheet = kind === 'text' || kind === 'image' || kind === 'interactive';
  const overlaid = !isSheet && !playing && droplet.title.length <= LONGEST_IN_FRAME;
  const position = place.position === 0 ? null : `${place.position} of ${place.total}`;
  // Small screens: beside the title, or under the frame while that belongs to the medium.
  const smallArrows =
    place.previous || place.next ? (
      <div className="m-step m-only">
        {place.previous ? <StepArrow direction="previous" to={place.previous} step={step} /> : null}
        {place.next ? <StepArrow direction="next" to={place.next} step={step} className="onward" /> : null}
      </div>
    ) : null;

  return (
    <div className="viewer-in">
      {close === undefined ? null : <div className="close-at w-only">{close}</div>}
      {place.previous ? (
        <StepArrow direction="previous" to={place.previous} step={step} className="prev" />
      ) : null}
      <div className={`frame is-${kind}${playing ? ' is-playing' : ''}`}>
        <div className="m-bar m-only">
          <span className="pos">{position}</span>
          {close}
        </div>
        {isSheet ? (
          <div className="sheet-head">
            <NoVideo />
            {title}
          </div>
        ) : null}
        <DropletStage key={droplet.id} droplet={droplet} onPlay={() => setPlayingId(droplet.id)} />
        {overlaid ? (
          <>
            <div className="shade" />
            <div className="over">
              <div className="m-nav row">
                {title}
                {smallArrows}
              </div>
            </div>
          </>
        ) : null}
      </div>
      {place.next ? <StepArrow direction="next" to={place.next} step={step} className="next" /> : null}
      <DropletAbout
        droplet={droplet}
        position={position}
        title={isSheet || overlaid ? null : title}
        arrows={overlaid ? null : smallArrows}
        headingLevel={heading.level === 1 ? 2 : 3}
      />
    </div>
  );
}
