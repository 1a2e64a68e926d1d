/** A backup that failed or is damaged. The message is for people. */
export class BackupError extends Error {}
