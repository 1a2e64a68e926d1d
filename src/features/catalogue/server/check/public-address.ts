import { isIP } from 'node:net';
import { inNetworks } from '#platform/http/guard/networks.ts';

/*
 * Addresses of the public internet, which are the only ones a link may lead to (IANA's registries of
 * special-purpose addresses).
 */

const isSpecial = inNetworks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Ranges inside IPv6's public space: Teredo and other protocols, documentation, and 6to4, which embeds an
  // IPv4 address.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
/** IPv6's public space. IPv4-mapped and translated addresses are outside of it. */
const isGlobalIpv6 = inNetworks(['2000::/3']);

/** Tells whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !isSpecial(address);
  return version === 6 && isGlobalIpv6(address) && !isSpecial(address);
}
