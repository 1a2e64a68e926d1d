import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** A network, and the factor of its limit. */
interface CallerNetwork {
  /** Subject of rate limits: an IPv4 address, or an IPv6 prefix such as `2001:db8:1:2::/64`. */
  name: string;
  factor: number;
}

/**
 * Prefixes of one IPv6 customer: a /64, often a /56, at some providers a /48. Mobile networks put many people
 * into one /48, so wider prefixes get more uses, but far fewer than the sum of the prefixes in them.
 */
const PREFIXES: readonly [bits: number, factor: number][] = [
  [64, 1],
  [56, 4],
  [48, 16],
];

/**
 * Returns the networks that a request counts for, the narrowest first. IPv4-mapped IPv6 addresses count as
 * IPv4.
 */
export function networksOf({ ip }: Pick<FastifyRequest, 'ip'>): CallerNetwork[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return [{ name: mapped[1], factor: 1 }];
  if (!isIPv6(ip)) return [{ name: ip, factor: 1 }];
  const groups = groupsOf(ip);
  return PREFIXES.map(([bits, factor]) => {
    const part = groups.slice(0, 4).map((group, index) => {
      const known = Math.max(0, Math.min(16, bits - 16 * index));
      return (group & ~(0xffff >> known)).toString(16);
    });
    return { name: `${part.slice(0, Math.ceil(bits / 16)).join(':')}::/${bits}`, factor };
  });
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%');
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
