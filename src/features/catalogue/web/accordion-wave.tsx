import type { UseQueryResult } from '@tanstack/react-query';
import { Icon } from '#platform/design/icon.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import type { Droplet, Wave } from '../contract.ts';
import { AccordionNote } from './accordion-note.tsx';
import { many } from './counts.ts';
import { DropletCard } from './droplet-card.tsx';
import { formatDuration } from './duration.ts';
import { CONTENT_ERROR } from './quiet-state.tsx';
import { useOpenPlace } from './use-open-place.ts';
import { WindowedList } from './windowed-list.tsx';

interface AccordionWaveProps {
  wave: Wave;
  open: boolean;
  onToggle(button: HTMLElement): void;
  /** Of the open wave. */
  droplets: UseQueryResult<Droplet[]>;
  linkTo(droplet: Droplet): { href: string; state?: unknown };
}

const NONE: Droplet[] = [];

/** One wave of an open ocean: its head, and its droplets while it is open. */
export function AccordionWave({ wave, open, onToggle, droplets, linkTo }: AccordionWaveProps) {
  const body = `droplets-of-${wave.id}`;
  return (
    <li>
      <h3>
        <button
          type="button"
          className="acc-head"
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={(event) => onToggle(event.currentTarget)}
        >
          <strong className="clamp-2">{wave.title}</strong>
          <span className="meta">
            {formatDuration(wave.duration)} · {many(wave.dropletCount, 'droplet')}
          </span>
          <Icon name="down" />
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
  const openPlace = useOpenPlace(droplets.data ?? NONE);
  if (droplets.isError) return <AccordionNote failed text={CONTENT_ERROR} />;
  if (!droplets.data) return <Spinner label="Loading droplets" />;
  if (droplets.data.length === 0) return <AccordionNote text="No droplets available for this wave yet" />;
  return (
    <WindowedList
      className="acc-drops"
      items={droplets.data}
      memory={droplets.data}
      keyOf={({ id }) => id}
      pinned={[openPlace]}
      render={(droplet) => <DropletCard droplet={droplet} headingLevel={4} link={linkTo(droplet)} />}
    />
  );
}
