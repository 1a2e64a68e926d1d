/* Addresses known to feed readers and search engines. They must never change. */

export const FEED_PATH = '/feed.xml';
export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';
