import { createPortal } from 'react-dom';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { BrokenMedia } from '../broken-media.tsx';
import { Transcript } from '../transcript/transcript.tsx';
import { Controls } from './controls.tsx';
import { HostLink } from './host-link.tsx';
import { Media } from './media.tsx';
import * as css from './player-parts.module.css';
import { Surface } from './surface.tsx';
import { type PlayerProps, usePlayer } from './use-player.ts';

/** Renders the parts of the player that its first view does not need: medium, captions, controls and line. */
export function Player(props: PlayerProps) {
  const { kind, inFrame, starts, transcript } = props;
  const player = usePlayer(props);
  const { link, view, parts, captions, actions, transcriptSlot } = player;
  const language = captions.track?.language;
  return (
    <>
      <Media {...props} {...{ link, view }} track={captions.track} elementRef={player.setElement} />
      {parts.surface ? (
        <Surface quiet={player.quiet} starts={starts} onShow={player.show} onToggle={actions.toggle} />
      ) : null}
      {parts.spinner ? (
        <div className={css.waiting}>
          <Spinner />
        </div>
      ) : null}
      <p className={css.caption} lang={language} dir="auto">
        {captions.text === '' ? null : <span>{captions.text}</span>}
      </p>
      {parts.controls ? <Controls kind={kind} player={player} /> : null}
      {parts.failure ? (
        <BrokenMedia kind={kind} inFrame={inFrame} onRetry={player.retry}>
          {link.kind === 'embed' ? <HostLink link={link} /> : null}
        </BrokenMedia>
      ) : null}
      {transcriptSlot
        ? createPortal(
            <Transcript
              {...{ kind, ...transcript }}
              lines={captions.lines}
              lang={language}
              time={view.time}
              onSeek={actions.seek}
            />,
            transcriptSlot,
          )
        : null}
    </>
  );
}
