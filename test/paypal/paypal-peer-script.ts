/*
 * The parts of PayPal's browser script that `@paypal/react-paypal-js` calls: a button that gets the
 * subscription from the page, approves it at the peer, and reports to the page. The peer's `browser` setting
 * sets the payer's action.
 */

export const PEER_SCRIPT = `
(() => {
  const peer = new URL(document.currentScript.src).origin;
  const namespace = document.currentScript.dataset.namespace || 'paypal';
  const ask = async (path) => {
    const response = await fetch(peer + path, { method: 'POST' });
    if (!response.ok) throw new Error('The peer answered ' + response.status);
    return response.json();
  };
  window[namespace] = {
    version: '5.0.0-peer',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card' },
    getFundingSources: () => ['paypal'],
    isFundingEligible: () => true,
    rememberFunding() {},
    Buttons(options = {}) {
      let button;
      let isEnabled = true;
      const fail = (error) => {
        if (!options.onError) throw error;
        options.onError(error);
      };
      const press = async () => {
        if (!isEnabled) return;
        button.disabled = true;
        try {
          let goesOn = true;
          await options.onClick?.(
            { fundingSource: 'paypal' },
            { resolve: async () => {}, reject: async () => { goesOn = false; } },
          );
          if (!goesOn) return;
          const id = await options.createSubscription({ paymentSource: 'paypal' }, { subscription: {} });
          if (typeof id !== 'string' || !id) throw new Error('createSubscription gave no id');
          const { outcome } = await ask('/peer/person/' + encodeURIComponent(id));
          if (outcome === 'cancel') {
            await options.onCancel?.({ orderID: null }, { redirect() {} });
            return;
          }
          if (outcome === 'error') throw new Error('The window of the payment could not be opened');
          if (outcome === 'closed') return;
          await options.onApprove?.(
            {
              orderID: 'ORDER',
              facilitatorAccessToken: 'none',
              paymentSource: 'paypal',
              subscriptionID: outcome === 'no-id' ? null : id,
            },
            { redirect: (url) => location.assign(url), restart: press, subscription: {} },
          );
        } catch (error) {
          fail(error);
        } finally {
          if (button) button.disabled = false;
        }
      };
      return {
        isEligible: () => true,
        async render(where) {
          const element = typeof where === 'string' ? document.querySelector(where) : where;
          if (!element) throw new Error('Document is ready and element does not exist');
          button = document.createElement('button');
          button.type = 'button';
          button.className = 'paypal-button';
          button.textContent = 'Subscribe with PayPal';
          button.addEventListener('click', press);
          element.append(button);
          options.onInit?.(
            {},
            { enable: async () => { isEnabled = true; }, disable: async () => { isEnabled = false; } },
          );
        },
        async close() {
          button?.remove();
          button = undefined;
        },
        async updateProps(changed) {
          Object.assign(options, changed);
        },
        resume() {},
        hasReturned: () => false,
      };
    },
  };
})();
`;
