import { failing, inTurn, moveTo, press, READERS, type Screen, visible } from './screen.ts';

const account = (name: string, who: Screen['who'], more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Accounts',
  who,
  path: '/account',
  ...more,
});
const paying = (name: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Subscribing',
  who: 'entered',
  path: '/waves/2',
  layer: true,
  ...more,
});

const DIALOG = 'dialog:not(.viewer)[open]';
const open = inTurn(press('Subscribe Now', 'main'), visible(`${DIALOG} .pay-states, ${DIALOG} .btn`));

/** One's own account, and what is paid for. */
export const accountScreens: Screen[] = [
  ...READERS.map((reader) => account(`account-${reader}`, reader)),
  account('account-cancelling', 'subscriber', { prepare: press('Cancel subscription') }),
  account('account-delete', 'free', {
    layer: true,
    prepare: inTurn(press('Delete account'), visible(DIALOG)),
  }),
  account('account-failed', 'free', {
    path: '/contact',
    before: failing('**/api/user/account'),
    prepare: inTurn(moveTo('/account'), visible('main [role=alert]')),
  }),
  paying('subscribe', { prepare: open }),
  paying('subscribe-approve', {
    before: (page) =>
      page.route('**/api/subscription/checkout', (route) =>
        route.fulfill({ status: 201, json: { subscriptionId: 'I-1', approveUrl: '' } }),
      ),
    prepare: inTurn(open, press('Pay by card or wallet'), visible('text=Approve the payment')),
  }),
  paying('subscribe-note', {
    layer: false,
    prepare: inTurn(
      open,
      press('Pay by card or wallet'),
      press('Approve the payment'),
      visible('.note'),
      (page) => page.locator(DIALOG).waitFor({ state: 'hidden' }),
    ),
  }),
  paying('subscribe-failed', {
    before: failing('**/api/subscription/checkout'),
    prepare: inTurn(open, press('Pay by card or wallet'), visible(`.toast, ${DIALOG} [role=alert]`)),
  }),
];
