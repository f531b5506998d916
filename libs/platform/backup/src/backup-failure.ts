/** An expected failure of a backup or a restore; the message is a sentence for the admin. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}

/** Returns the failure for a backup in which something is missing or changed. */
export function damaged(what: string): BackupFailure {
  return new BackupFailure(`The backup is damaged (${what}): use another snapshot or another backup.`);
}
