import * as css from './payments.module.css';

/** Marks test payments, with a space before the word for readers of the text. */
export const TestBadge = () => (
  <>
    {' '}
    <span className={`badge plain ${css.test}`}>Test</span>
  </>
);
