import { useId } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import type { AdditionalResource } from '../contract.ts';
import { formatDuration } from './duration.ts';

/** A button with the count, and the list that it opens; nothing where there are none. */
export function AdditionalResources({ resources }: { resources: readonly AdditionalResource[] }) {
  const id = useId();
  if (resources.length === 0) return null;
  return (
    <div className="anchor">
      <button type="button" className="btn line" popoverTarget={id}>
        <Icon name="doc" />
        Additional Resources ({resources.length})
      </button>
      <ul id={id} popover="auto" className="pop resources" aria-label="Additional Resources">
        {resources.map((resource) => (
          <li key={`${resource.url} ${resource.title}`}>
            <Resource resource={resource} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Resource({ resource }: { resource: AdditionalResource }) {
  const about = [
    resource.type,
    resource.duration ? formatDuration(resource.duration) : '',
    resource.size ?? '',
  ].filter((part) => part !== '');
  const inside = (
    <>
      <Icon name={resource.type === 'audio' || resource.type === 'video' ? resource.type : 'doc'} />
      <span>
        <b>{resource.title}</b>
        <span className="meta">{about.join(' · ')}</span>
      </span>
    </>
  );
  if (resource.url === '') return inside;
  return (
    <a href={resource.url} target="_blank" rel="noopener">
      {inside}
      <span className="sr">(opens in a new tab)</span>
    </a>
  );
}
