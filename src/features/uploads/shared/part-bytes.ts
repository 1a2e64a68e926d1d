/** Maximum bytes of a part: the loss when a server is killed. Proxies accept bodies of this size. */
export const PART_BYTES = 8 * 1024 * 1024;
