/** Bytes of a part of a file at most: what a killed server loses of it. Proxies let bodies of this size pass. */
export const PART_BYTES = 8 * 1024 * 1024;
