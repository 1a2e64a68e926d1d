import type { UseQueryResult } from '@tanstack/react-query';
import { Seen } from '#features/progress/web/seen.ts';
import { Icon } from '#platform/design/icon.tsx';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { CONTENT_ERROR } from '#platform/design/state/empty-state.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import type { Droplet, Ocean, Wave } from '../../contract/schemas.ts';
import { Cover } from '../covers/cover.tsx';
import { COVER_FRAMES } from '../covers/cover-frame.tsx';
import { DraftRibbon } from '../items/card/draft-ribbon.tsx';
import { extentOf } from '../items/ocean-extent.ts';
import type { ViewerLink } from '../viewer/viewer-address.ts';
import * as css from './accordion.module.css';
import { AccordionNote } from './accordion-note.tsx';
import { AccordionWave } from './accordion-wave.tsx';

/** Id of the button that opens an ocean. */
export const oceanButtonId = (oceanId: number) => `ocean-${oceanId}`;

interface AccordionOceanProps {
  ocean: Ocean;
  open: boolean;
  onToggle(button: HTMLElement): void;
  /** Waves of the open ocean. */
  waves: UseQueryResult<Wave[]>;
  openWave: number | null;
  onToggleWave(id: number, button: HTMLElement): void;
  /** Droplets of the open wave. */
  droplets: UseQueryResult<Droplet[]>;
  linkTo(droplet: Droplet): ViewerLink;
}

/** Shows one ocean of the accordion: a button, and its waves while it is open. */
export function AccordionOcean(props: AccordionOceanProps) {
  const { ocean, open } = props;
  const body = `waves-of-${ocean.id}`;
  return (
    <li data-part="ocean">
      <h2>
        <button
          type="button"
          className={css.toggle}
          id={oceanButtonId(ocean.id)}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={(event) => props.onToggle(event.currentTarget)}
        >
          <span className={`${COVER_FRAMES.ocean} ${css.cover}`}>
            <Cover kind="ocean" of={ocean} />
          </span>
          <span>
            <strong className={`clamp-2 ${css.title}`}>{ocean.title}</strong>
            <DraftRibbon of={ocean} />
            <small className={`clamp-2 ${css.description}`}>{ocean.description}</small>
          </span>
          <span className={`meta ${css.extent}`}>
            {extentOf(ocean)}
            <Seen ocean={ocean} />
          </span>
          <Icon name="down" className={css.chevron} />
        </button>
      </h2>
      {open ? (
        <div className={css.openOcean} id={body}>
          <Waves {...props} />
        </div>
      ) : null}
    </li>
  );
}

function Waves({ waves, openWave, onToggleWave, droplets, linkTo }: AccordionOceanProps) {
  if (waves.isError) return <AccordionNote failed text={CONTENT_ERROR} />;
  if (!waves.data) return <Spinner label="Loading waves" className={css.spinner} />;
  if (waves.data.length === 0) return <AccordionNote text="No waves available for this ocean yet" />;
  return (
    <WindowedList
      className={css.waves}
      items={waves.data}
      memory={waves.data}
      keyOf={({ id }) => id}
      pinned={[waves.data.findIndex(({ id }) => id === openWave)]}
      render={(wave) => (
        <AccordionWave
          wave={wave}
          open={wave.id === openWave}
          onToggle={(button) => onToggleWave(wave.id, button)}
          droplets={droplets}
          linkTo={linkTo}
        />
      )}
    />
  );
}
