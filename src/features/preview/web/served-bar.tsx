import { DRAFT_VIEW } from '../contract/calls.ts';
import { PREVIEW_END } from '../contract/link-calls.ts';
import { Bar } from './bar.tsx';
import * as css from './view-bar.module.css';

/** The bar above a draft in the server's HTML, for browsers without scripts. `ViewBar` replaces it. */
export const ServedBar = () => (
  <div className={css.stickyBar} data-part="served-bar">
    <Bar
      view={DRAFT_VIEW}
      end={(className) => (
        // A form, because the first link of a page must skip to its content.
        <form className={css.form} action={PREVIEW_END}>
          <button type="submit" className={className} aria-label="End preview">
            End
          </button>
        </form>
      )}
    />
  </div>
);
