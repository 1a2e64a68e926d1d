import * as css from './test-mark.module.css';

/** Marks a test payment, so that nobody takes it for a real one. */
export function TestMark() {
  return <span className={`badge ${css.mark}`}>Test payment: no money moves.</span>;
}
