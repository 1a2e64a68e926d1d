import * as css from './card-grid.module.css';

/** Classes of a list of cards. */
export const cardGrid = {
  /** Oceans or waves: up to three columns. */
  wide: css.wideCards,
  /** Droplets: up to five columns. */
  tall: css.tallCards,
  /** Added to either: the space above the footer. */
  endsPage: css.endsPage,
};
