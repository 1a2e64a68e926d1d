import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DRAFT_VIEW, VIEWS, type View } from '../contract/calls.ts';
import { Bar } from './bar.tsx';
import { onlyLook } from './only-look.ts';
import { lookAs, readView, VIEW_NAMES } from './view.ts';
import * as css from './view-bar.module.css';

/**
 * The bar above every page of a view, with a button that ends the view. Its code loads only with the cookie,
 * and it is outside the page, whose HTML equals that of other readers.
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
    // A page restored from the back-forward cache may belong to another view.
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
