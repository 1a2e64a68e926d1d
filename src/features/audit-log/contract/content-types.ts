/** Item types of the audit log that are content: editors see no other entries. */
export const CONTENT_TYPES: readonly string[] = ['ocean', 'wave', 'droplet', 'catalogue'];
