/** Bytes of a part of a file at most: what a killed server loses of it. Proxies let such bodies pass. */
export const PART_BYTES = 8 * 1024 * 1024;
