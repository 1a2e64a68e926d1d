/* PayPal's browser script, as far as `@paypal/react-paypal-js` calls it: a button that asks the page for the subscription,
   has it approved at the peer, and tells the page. What the person does there is the peer's `browser` knob. */

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
          if (outcome === 'cancel') return void (await options.onCancel?.({ orderID: null }, { redirect() {} }));
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
          const place = typeof where === 'string' ? document.querySelector(where) : where;
          if (!place) throw new Error('Document is ready and element does not exist');
          button = document.createElement('button');
          button.type = 'button';
          button.className = 'paypal-button';
          button.textContent = 'Subscribe with PayPal';
          button.addEventListener('click', press);
          place.append(button);
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
