import { afterEach, beforeEach } from 'vitest';
import { beginTest, endTest } from './open-site.ts';

/*
 * Vitest's setup of each e2e file: a page is closed after its test. A page opened before all tests of a file
 * is closed with its site. Concurrent tests close their pages themselves.
 */

beforeEach(({ task }) => {
  if (!task.concurrent) beginTest();
});
afterEach(endTest);
