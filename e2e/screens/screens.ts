import { accountScreens } from './account-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { analyticsScreens } from './analytics-screens.ts';
import { editorScreens } from './editor-screens.ts';
import { giftScreens } from './gift-screens.ts';
import { healthScreens } from './health-screens.ts';
import { learnerScreens } from './learner-screens.ts';
import { letterScreens } from './letter-screens.ts';
import { ownerScreens } from './owner-screens.ts';
import { paymentsScreens } from './payments-screens.ts';
import { peopleScreens } from './people-screens.ts';
import type { Screen } from './screen.ts';
import { subscribingScreens } from './subscribing-screens.ts';
import { subscriptionsScreens } from './subscriptions-screens.ts';
import { uploadScreens } from './upload-screens.ts';
import { viewerScreens } from './viewer-screens.ts';
import { visitorScreens } from './visitor-screens.ts';
import { writingScreens } from './writing-screens.ts';

/**
 * Every screen in every state. `npm run screens` takes pictures of them, and accessibility.test.ts checks
 * them.
 */
export const screens: Screen[] = [
  ...visitorScreens,
  ...learnerScreens,
  ...viewerScreens,
  ...accountScreens,
  ...letterScreens,
  ...subscribingScreens,
  ...adminScreens,
  ...analyticsScreens,
  ...ownerScreens,
  ...giftScreens,
  ...peopleScreens,
  ...editorScreens,
  ...subscriptionsScreens,
  ...paymentsScreens,
  ...healthScreens,
  ...uploadScreens,
  ...writingScreens,
];
