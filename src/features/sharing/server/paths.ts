/* Addresses that readers of feeds and search engines know. They never change. */

export const FEED_PATH = '/feed.xml';
export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';
