import { useId } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import type { AdditionalResource } from '../../contract/schemas.ts';
import * as css from './additional-resources.module.css';
import { formatDuration } from './duration.ts';

interface AdditionalResourcesProps {
  resources: readonly AdditionalResource[];
  buttonClassName?: string;
  listClassName?: string;
}

/** Shows a button with the number of resources, which opens their list. Renders nothing for an empty list. */
export function AdditionalResources(props: AdditionalResourcesProps) {
  const { resources, buttonClassName, listClassName } = props;
  const id = useId();
  if (resources.length === 0) return null;
  return (
    <div className="anchor">
      <button type="button" className={classNames('btn line', buttonClassName)} popoverTarget={id}>
        <Icon name="doc" />
        Additional Resources ({resources.length})
      </button>
      <ul
        id={id}
        popover="auto"
        className={classNames('pop', css.list, listClassName)}
        aria-label="Additional Resources"
      >
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
  const details = [
    resource.type,
    resource.duration ? formatDuration(resource.duration) : '',
    resource.size ?? '',
  ].filter((detail) => detail !== '');
  const content = (
    <>
      <Icon name={resource.type === 'audio' || resource.type === 'video' ? resource.type : 'doc'} />
      <span className={css.details}>
        <b>{resource.title}</b>
        <span className="meta">{details.join(' · ')}</span>
      </span>
    </>
  );
  if (resource.url === '') return content;
  return (
    <a href={resource.url} target="_blank" rel="noopener">
      {content}
      <span className="sr">(opens in a new tab)</span>
    </a>
  );
}
