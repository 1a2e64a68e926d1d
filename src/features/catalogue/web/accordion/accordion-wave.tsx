import type { UseQueryResult } from '@tanstack/react-query';
import { Seen } from '#features/progress/web/seen.ts';
import { Icon } from '#platform/design/icon.tsx';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { CONTENT_ERROR } from '#platform/design/state/empty-state.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { many } from '#platform/web/counts.ts';
import type { Droplet, Wave } from '../../contract/schemas.ts';
import { DropletCard } from '../grid/droplet-card.tsx';
import { DraftRibbon } from '../items/card/draft-ribbon.tsx';
import { formatDuration } from '../items/duration.ts';
import { NO_DROPLETS } from '../items/no-droplets.ts';
import { useOpenIndex } from '../viewer/use-open-index.ts';
import type { ViewerLink } from '../viewer/viewer-address.ts';
import * as css from './accordion.module.css';
import { AccordionNote } from './accordion-note.tsx';

interface AccordionWaveProps {
  wave: Wave;
  open: boolean;
  onToggle(button: HTMLElement): void;
  /** Droplets of the open wave. */
  droplets: UseQueryResult<Droplet[]>;
  linkTo(droplet: Droplet): ViewerLink;
}

/** Shows one wave of an open ocean: a button, and its droplets while it is open. */
export function AccordionWave({ wave, open, onToggle, droplets, linkTo }: AccordionWaveProps) {
  const body = `droplets-of-${wave.id}`;
  return (
    <li>
      <h3>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={(event) => onToggle(event.currentTarget)}
        >
          <strong className={`clamp-2 ${css.title}`}>{wave.title}</strong>
          <span className={`meta ${css.extent}`}>
            <DraftRibbon of={wave} /> {formatDuration(wave.totalDuration)} ·{' '}
            {many(wave.dropletCount, 'droplet')}
            <Seen count={wave} />
          </span>
          <Icon name="down" className={css.chevron} />
        </button>
      </h3>
      {open ? (
        <div id={body}>
          <Droplets droplets={droplets} linkTo={linkTo} />
        </div>
      ) : null}
    </li>
  );
}

function Droplets({ droplets, linkTo }: Pick<AccordionWaveProps, 'droplets' | 'linkTo'>) {
  const openIndex = useOpenIndex(droplets.data ?? NO_DROPLETS);
  if (droplets.isError) return <AccordionNote failed text={CONTENT_ERROR} />;
  if (!droplets.data) return <Spinner label="Loading droplets" className={css.spinner} />;
  if (droplets.data.length === 0) return <AccordionNote text="No droplets available for this wave yet" />;
  return (
    <WindowedList
      className={css.droplets}
      items={droplets.data}
      memory={droplets.data}
      keyOf={({ id }) => id}
      pinned={[openIndex]}
      render={(droplet) => <DropletCard droplet={droplet} headingLevel={4} link={linkTo(droplet)} />}
    />
  );
}
