/** PayPal's page where payers change the card or account of an automatic payment. */
export const automaticPaymentsUrl = (isLive: boolean) =>
  `https://www.${isLive ? '' : 'sandbox.'}paypal.com/myaccount/autopay/`;
