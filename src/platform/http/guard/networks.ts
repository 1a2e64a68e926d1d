import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Names of common networks, as used in TRUST_PROXY. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Makes a test for addresses in these networks: addresses, `10.0.0.0/8`, or the names above. */
export function inNetworks(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NAMED[name] ?? name)) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => {
    if (address === undefined) return false;
    if (isIPv4(address)) return list.check(address, 'ipv4');
    return isIPv6(address) && list.check(address, 'ipv6');
  };
}

/** Whether a host of a URL is this machine. So is an empty host, as of a socket's URL. */
export const isThisMachine = (host: string): boolean =>
  ['', 'localhost', '::1', '[::1]'].includes(host) || /^127\.[\d.]+$/.test(host);
