import { HttpError } from '#platform/http/serve/errors.ts';
import { ProviderRefused, ProviderUnavailable } from './provider.ts';

const UNAVAILABLE = 'The payment provider is not responding. Please try again in a few minutes.';
const REFUSED = 'The payment provider declined this. Please contact us.';

/** Translates the provider's errors into messages for the person who pressed. */
export async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable)
      throw new HttpError('provider-unavailable', UNAVAILABLE, {
        retryAfter: Math.ceil((error.retryAfter ?? 10_000) / 1000),
      });
    if (error instanceof ProviderRefused) throw new HttpError('provider-refused', REFUSED);
    throw error;
  }
}
