import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DRAFT_VIEW, VIEWS, type View } from '../contract/calls.ts';
import { Bar } from './bar.tsx';
import { onlyLook } from './only-look.ts';
import { lookAs, readView, VIEW_NAMES } from './view.ts';
import * as css from './view-bar.module.css';

/**
 * Says above every page how somebody looks at it, and ends that. Its code comes with the cookie only,
 * and it stands outside the page, whose bytes are those that others get.
 */
export function ViewBar() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [view] = useState(readView);
  useEffect(() => {
    if (view === undefined) return;
    const element = document.createElement('div');
    element.className = css.stickyBar as string;
    document.body.prepend(element);
    setTarget(element);
    const restore = onlyLook();
    // A page that the browser shows again may be another view by now.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && readView() !== view) location.reload();
    };
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pageshow', onShow);
      restore();
      element.remove();
    };
  }, [view]);
  return target && view !== undefined ? createPortal(<ViewBarContent view={view} />, target) : null;
}

function ViewBarContent({ view }: { view: View | typeof DRAFT_VIEW }) {
  // In the same frame, so that nothing moves.
  useLayoutEffect(() => document.querySelector('[data-part=served-bar]')?.remove(), []);
  return (
    <Bar
      view={view}
      end={(className) => (
        <button
          type="button"
          className={className}
          aria-label={view === DRAFT_VIEW ? 'End preview' : 'End view'}
          onClick={() => lookAs(undefined)}
        >
          End
        </button>
      )}
    >
      {view === DRAFT_VIEW ? null : <Views view={view} />}
    </Bar>
  );
}

const Views = ({ view }: { view: View }) => (
  // biome-ignore lint/a11y/useSemanticElements: buttons, no fields of a form
  <div className={css.choices} role="group" aria-label="View as">
    {VIEWS.map((each) => (
      <button key={each} type="button" aria-pressed={each === view} onClick={() => lookAs(each)}>
        {VIEW_NAMES[each]}
      </button>
    ))}
  </div>
);
