/** Path of the page that writes a droplet's text or exercise. */
export const writingPath = (dropletId: number): string => `/admin/droplets/${dropletId}/writing`;
