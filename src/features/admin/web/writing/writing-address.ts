/** Returns the path of the editor of a droplet's text or exercise. */
export const writingPath = (dropletId: number): string => `/admin/droplets/${dropletId}/writing`;
