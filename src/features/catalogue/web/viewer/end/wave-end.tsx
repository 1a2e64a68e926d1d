import { useQuery } from '@tanstack/react-query';
import { useIsThrough } from '#features/progress/web/remember/seen-dot.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Droplet } from '../../../contract/schemas.ts';
import { Cover } from '../../covers/cover.tsx';
import { CoverFrame } from '../../covers/cover-frame.tsx';
import { AccessBadge } from '../../items/card/access-badge.tsx';
import { formatDuration } from '../../items/duration.ts';
import { NO_DROPLETS } from '../../items/no-droplets.ts';
import { dropletsQuery, wavesQuery } from '../../items/queries.ts';
import { useOcean, useWave } from '../../items/use-item.ts';
import type { Step } from '../step-arrow.tsx';
import { AgainIcon } from './again-icon.tsx';
import { askToPlay } from './ask-to-play.ts';
import { type NextWave, nextWave } from './next-wave.ts';
import { SunOnTheLine } from './sun-on-the-line.tsx';
import * as css from './wave-end.module.css';

interface WaveEndProps {
  /** The last droplet of its wave. */
  droplet: Droplet;
  step: Step;
  onAgain(): void;
}

/** Shows that a wave ends, the next one, and the way back to the ocean. */
export function WaveEnd({ droplet, step, onAgain }: WaveEndProps) {
  const api = useApi();
  const { data: wave } = useWave(droplet.waveId);
  const { data: ocean } = useOcean(wave?.oceanId);
  const { data: waves = [] } = useQuery({ ...wavesQuery(api, wave?.oceanId ?? 0), enabled: Boolean(wave) });
  const { data: droplets = NO_DROPLETS } = useQuery(dropletsQuery(api, droplet.waveId));
  const isThrough = useIsThrough({ id: droplet.waveId, dropletCount: droplets.length });
  const next = nextWave(waves, droplet.waveId);
  const minutes = droplets.reduce((sum, { duration }) => sum + duration, 0);
  const [first] = droplets;
  return (
    <div className={css.waveEnd}>
      <div className={css.above}>
        <SunOnTheLine />
        <h2>{isThrough ? 'You have been all the way through' : 'The end of this wave'}</h2>
      </div>
      <div className={css.below}>
        <p>
          {wave?.title}
          <br />
          {many(droplets.length, 'droplet')}, {formatDuration(minutes)}
        </p>
        {next ? <NextWaveCard next={next} total={waves.length} /> : null}
        <div className={`row ${css.buttons}`}>
          {ocean ? (
            <Link className="btn line" href={`/oceans/${ocean.id}`} data-next={next ? undefined : ''}>
              Back to {ocean.title}
            </Link>
          ) : null}
          {first ? (
            <BeginAgain first={first} isThis={first.id === droplet.id} {...{ step, onAgain }} />
          ) : null}
        </div>
      </div>
    </div>
  );
}

function NextWaveCard({ next: { wave, position }, total }: { next: NextWave; total: number }) {
  const { data: droplets } = useQuery(dropletsQuery(useApi(), wave.id));
  const first = droplets?.[0];
  const playable = first !== undefined && !first.locked;
  return (
    <>
      <Link className={css.card} href={`/waves/${wave.id}`} likely>
        <CoverFrame kind="wave" blurred={wave.locked} className={css.cover}>
          <Cover kind="wave" of={wave} />
          {wave.locked ? <AccessBadge of={wave} onCover /> : null}
        </CoverFrame>
        <span>
          <b>{wave.title}</b>{' '}
          <span className="meta">
            {position} of {total} · {many(wave.dropletCount, 'droplet')}
          </span>
        </span>
      </Link>
      <Link
        className={`btn ${css.nextButton}`}
        data-next=""
        transition={false}
        href={playable ? `/waves/${wave.id}?droplet=${first.id}` : `/waves/${wave.id}`}
        onClick={() => {
          if (playable) askToPlay(first);
        }}
      >
        Next: {wave.title}
      </Link>
    </>
  );
}

interface BeginAgainProps {
  first: Droplet;
  /** The wave has a single droplet. */
  isThis: boolean;
  step: Step;
  onAgain(): void;
}

function BeginAgain({ first, isThis, step, onAgain }: BeginAgainProps) {
  const content = (
    <>
      <AgainIcon />
      Begin again
    </>
  );
  if (!isThis && 'href' in step)
    return (
      <Link className="btn line" href={step.href(first)} transition={false} onClick={() => askToPlay(first)}>
        {content}
      </Link>
    );
  const begin = () => {
    if (isThis || 'href' in step) onAgain();
    else {
      askToPlay(first);
      step.go(first);
    }
  };
  return (
    <button type="button" className="btn line" onClick={begin}>
      {content}
    </button>
  );
}
