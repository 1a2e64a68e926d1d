import { describeSale, iso } from './describe.ts';
import type { PeerPayment, PeerSubscription } from './paypal-peer-books.ts';
import type { Handler, PeerAccount } from './peer-call.ts';
import { olderRefusal, refusal } from './refusals.ts';

/* Refund calls of the API: for a sale (Payments 1), and for the same payment as a capture (Payments 2). */

function find({ books }: PeerAccount, saleId: string): [PeerSubscription, PeerPayment] | undefined {
  for (const subscription of books.subscriptions.values()) {
    const payment = subscription.payments.find(({ id }) => id === saleId);
    if (payment) return [subscription, payment];
  }
  return undefined;
}

export const readSale: Handler = (account, _call, id) => {
  const found = find(account, id);
  return found ? { status: 200, content: describeSale(...found, account.url) } : unknownSale();
};

export const readRefund: Handler = ({ books }, _call, id) => {
  const payment = books.refunds.get(id);
  if (!payment) return unknownSale();
  const amount = { total: payment.refunded.toFixed(2), currency: payment.currency };
  return { status: 200, content: { id, amount, state: 'completed', sale_id: payment.id } };
};

const unknownSale = () => olderRefusal(404, 'INVALID_RESOURCE_ID', 'Requested resource ID was not found.');

const remaining = ({ value, refunded }: PeerPayment) => Number(value) - refunded;

export const refundSale: Handler = (account, { body }, id) => {
  const [subscription, payment] = find(account, id) ?? [];
  if (!subscription || !payment) return unknownSale();
  if (payment.status === 'REVERSED' || remaining(payment) <= 0)
    return olderRefusal(400, 'TRANSACTION_ALREADY_REFUNDED', 'Requested transaction is already refunded.');
  if (account.books.refusesRefunds)
    return olderRefusal(400, 'TRANSACTION_REFUSED', 'The request was refused.');
  const given = JSON.parse(body || '{}') as { amount?: { total: string } };
  const value = given.amount?.total ?? remaining(payment).toFixed(2);
  // The description of the older API lists no refusals.
  if (Number(value) > remaining(payment))
    return olderRefusal(400, 'TRANSACTION_REFUSED', 'The requested amount is more than what is left.');
  const refundId = account.books.refundPayment(payment, value);
  const at = iso(account.books.now());
  const amount = { total: value, currency: payment.currency };
  return {
    status: 201,
    content: {
      id: refundId,
      amount,
      state: 'completed',
      sale_id: payment.id,
      create_time: at,
      update_time: at,
    },
  };
};

export const refundCapture: Handler = (account, { body }, id) => {
  const [subscription, payment] = find(account, id) ?? [];
  if (!subscription || !payment) return refusal(404, 'INVALID_RESOURCE_ID');
  if (payment.status === 'REVERSED' || remaining(payment) <= 0) return refusal(422, 'CAPTURE_FULLY_REFUNDED');
  if (account.books.refusesRefunds) return refusal(422, 'REFUND_NOT_ALLOWED');
  const given = JSON.parse(body || '{}') as { amount?: { value: string } };
  const value = given.amount?.value ?? remaining(payment).toFixed(2);
  if (Number(value) > remaining(payment)) return refusal(422, 'REFUND_AMOUNT_EXCEEDED');
  const refundId = account.books.refundPayment(payment, value);
  const link = { href: `${account.url}/v2/payments/refunds/${refundId}`, rel: 'self', method: 'GET' };
  return { status: 201, content: { id: refundId, status: 'COMPLETED', links: [link] } };
};
