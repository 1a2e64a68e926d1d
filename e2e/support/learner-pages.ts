/** Addresses of each page for learners, with the demo catalogue. */
export const LEARNER_PAGES = [
  '/',
  '/app',
  '/oceans/1',
  '/waves/1',
  '/waves/1?droplet=3',
  '/droplets/3',
  '/explore',
  '/accordion',
  '/accordion?ocean=1&wave=1',
  '/tree',
  '/classic',
  '/about',
  '/contact',
  '/terms-privacy',
  '/auth',
  '/redeem',
];
