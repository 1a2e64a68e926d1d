/** A backup that cannot be made or is damaged. The message is for people. */
export class BackupError extends Error {}
