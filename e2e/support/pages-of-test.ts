import { afterEach, beforeEach } from 'vitest';
import { beginTest, endTest } from './open-site.ts';

/* Vitest's setup of each e2e file: a page lives as long as its test. One that is opened before all tests of a
   file lives until its site is closed. Concurrent tests close their pages themselves. */

beforeEach(({ task }) => {
  if (!task.concurrent) beginTest();
});
afterEach(endTest);
