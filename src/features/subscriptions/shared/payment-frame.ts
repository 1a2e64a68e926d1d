/* Messages between the page with the subscription dialog and the frame with PayPal's buttons. */

/** Address of the frame. */
export const PAYMENT_FRAME_PATH = '/subscribe/pay';

/** A message of the frame to its page. */
export type FrameMessage =
  /** The provider's script is loading. */
  | { is: 'pending' }
  /** The buttons could not be loaded or drawn. */
  | { is: 'rejected' }
  /** The buttons are there. */
  | { is: 'resolved' }
  /** The payer has pressed. The message brings a port, which takes the subscription's id, or null. */
  | { is: 'begin' }
  | { is: 'approved'; subscriptionId: string | null }
  | { is: 'failed' }
  /** The height of the content in px: a form for cards may unfold. */
  | { is: 'height'; px: number }
  /**
   * PayPal's checkout lies over the frame's document, or does no more: in installed apps, in browsers
   * within apps and in Firefox and Edge on iPhones it opens no window of its own.
   */
  | { is: 'covers'; on: boolean }
  /** The Escape key, which the page does not see. */
  | { is: 'escape' };
