import type { UseQueryResult } from '@tanstack/react-query';
import { Icon } from '#platform/design/icon.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import type { Droplet, Ocean, Wave } from '../contract.ts';
import { AccordionNote } from './accordion-note.tsx';
import { AccordionWave } from './accordion-wave.tsx';
import { Cover } from './cover.tsx';
import { extentOf } from './ocean-extent.ts';
import { CONTENT_ERROR } from './quiet-state.tsx';
import { WindowedList } from './windowed-list.tsx';

export const headId = (oceanId: number) => `ocean-${oceanId}`;

interface AccordionOceanProps {
  ocean: Ocean;
  open: boolean;
  onToggle(button: HTMLElement): void;
  /** Of the open ocean. */
  waves: UseQueryResult<Wave[]>;
  openWave: number | null;
  onToggleWave(id: number, button: HTMLElement): void;
  /** Of the open wave. */
  droplets: UseQueryResult<Droplet[]>;
  linkTo(droplet: Droplet): { href: string; state?: unknown };
}

/** One ocean of the accordion: its head, and its waves while it is open. */
export function AccordionOcean(props: AccordionOceanProps) {
  const { ocean, open } = props;
  const body = `waves-of-${ocean.id}`;
  return (
    <li>
      <h2>
        <button
          type="button"
          className="acc-head"
          id={headId(ocean.id)}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={(event) => props.onToggle(event.currentTarget)}
        >
          <span className="art ocean">
            <Cover kind="ocean" of={ocean} />
          </span>
          <span>
            <strong className="clamp-2">{ocean.title}</strong>
            <small className="clamp-2">{ocean.description}</small>
          </span>
          <span className="meta">{extentOf(ocean)}</span>
          <Icon name="down" />
        </button>
      </h2>
      {open ? (
        <div className="acc-body" id={body}>
          <Waves {...props} />
        </div>
      ) : null}
    </li>
  );
}

function Waves({ waves, openWave, onToggleWave, droplets, linkTo }: AccordionOceanProps) {
  if (waves.isError) return <AccordionNote failed text={CONTENT_ERROR} />;
  if (!waves.data) return <Spinner label="Loading waves" />;
  if (waves.data.length === 0) return <AccordionNote text="No waves available for this ocean yet" />;
  return (
    <WindowedList
      className="acc-in"
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
