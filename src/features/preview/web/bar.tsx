import type { ReactNode } from 'react';
import { DRAFT_VIEW, type View } from '../contract/calls.ts';
import { VIEW_NAMES } from './view.ts';
import * as css from './view-bar.module.css';

const EYE =
  'M2.8 12C5 8 8.3 6 12 6s7 2 9.2 6c-2.2 4-5.5 6-9.2 6s-7-2-9.2-6ZM9.3 12a2.7 2.7 0 1 0 5.4 0' +
  'a2.7 2.7 0 1 0-5.4 0Z';

interface BarProps {
  view: View | typeof DRAFT_VIEW;
  /** The menu of other views, between the text and the end button. */
  children?: ReactNode;
  /** Renders the button that ends the view or preview, with the given class. */
  end(className: string): ReactNode;
}

/** The bar above a page that names the current view. */
export function Bar({ view, children, end }: BarProps) {
  const isDraft = view === DRAFT_VIEW;
  return (
    <aside
      className={isDraft ? css.draft : css.ground}
      aria-label={isDraft ? 'Draft' : 'Preview'}
      data-part="view-bar"
    >
      <div className={`wrap ${css.inner}`}>
        <p className={css.words}>
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path d={EYE} />
          </svg>
          <span>
            <b>{isDraft ? 'This is a draft.' : `You see this as a ${VIEW_NAMES[view].toLowerCase()}`}</b>
            <small>
              {isDraft ? 'A link shows it to you before it is public. ' : ''}Nothing is counted. Paying and
              saving are off.
            </small>
          </span>
        </p>
        {children}
        {end(`btn sm ${isDraft ? css.ending : css.leave}`)}
      </div>
    </aside>
  );
}
