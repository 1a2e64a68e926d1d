import { accountScreens } from './account-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { learnerScreens } from './learner-screens.ts';
import type { Screen } from './screen.ts';
import { subscribingScreens } from './subscribing-screens.ts';
import { viewerScreens } from './viewer-screens.ts';
import { visitorScreens } from './visitor-screens.ts';

/** Every screen of the product in every state worth a look. `npm run screens` takes its pictures, e2e checks them. */
export const screens: Screen[] = [
  ...visitorScreens,
  ...learnerScreens,
  ...viewerScreens,
  ...accountScreens,
  ...subscribingScreens,
  ...adminScreens,
];
