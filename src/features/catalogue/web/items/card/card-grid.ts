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

/**
 * Tells when a card's cover loads: at once in the first row of the widest grid, with high priority for the
 * first card. `columns`: number of columns of that grid.
 */
export const eagerAt = (index: number, columns: 3 | 5): boolean | 'first' =>
  index === 0 ? 'first' : index < columns;
