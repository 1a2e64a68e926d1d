import { newId } from './paypal-peer-books.ts';
import type { PeerAnswer } from './peer-call.ts';

/* PayPal's refusals, with the names, issues and messages of its API descriptions. */

const MESSAGES: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
};

const ISSUES = {
  INVALID_ACCOUNT_STATUS: 'Account validations failed for the user.',
  PERMISSION_DENIED: 'You do not have permission to access or perform operations on this resource.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  INVALID_STRING_MAX_LENGTH: 'The value of a field is too long.',
  MISSING_REQUIRED_PARAMETER: 'A required field is missing.',
  DUPLICATE_RESOURCE_IDENTIFIER: 'Identifier must be unique.',
  USER_ACCOUNT_CLOSED: 'User account locked or closed.',
  SUBSCRIPTION_STATUS_INVALID: '',
  SUBSCRIPTION_CANNOT_BE_ACTIVATED:
    'Subscription cannot be activated after payment failure threshold has reached.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture',
} as const;

export type Issue = keyof typeof ISSUES;

/** Messages of `SUBSCRIPTION_STATUS_INVALID`, which differ by call. */
const STATUS_INVALID: Record<string, string> = {
  cancel: 'Invalid subscription status for cancel action; subscription status should be active or suspended.',
  suspend: 'Invalid subscription status for suspend action; subscription status should be active.',
  activate: 'Invalid subscription status for activate action; subscription status should be suspended.',
};

/** Builds a refusal by status and issue. `action`: the last part of the call's path. */
export function refusal(status: number, issue?: Issue, action = ''): PeerAnswer {
  const [name = '', message = ''] = MESSAGES[status] ?? [];
  const description =
    issue === 'SUBSCRIPTION_STATUS_INVALID' ? STATUS_INVALID[action] : issue && ISSUES[issue];
  const details = issue ? [{ issue, description }] : undefined;
  return { status, content: { name, message, debug_id: newId(13).toLowerCase(), details, links: [] } };
}

/** Builds a refusal of the older APIs (webhooks, sales), which have a name and no issue. */
export const olderRefusal = (status: number, name: string, message: string): PeerAnswer => ({
  status,
  content: { name, message, debug_id: newId(13).toLowerCase() },
});
