/** A backup that cannot be made, or is not what it was, with words for the person who asked. */
export class BackupError extends Error {}
