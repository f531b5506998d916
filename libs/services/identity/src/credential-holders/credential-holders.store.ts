import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import type { CredentialHolder } from './credential-holder.rules.js';

/** Projects and groups with credentials, and tombstones of deleted ones. */
@Injectable()
export class CredentialHoldersStore {
  /**
   * Locks a project or group against its deletion until the transaction ends.
   * @returns false for a deleted one
   */
  async hold(tx: Tx, { kind, id }: CredentialHolder): Promise<boolean> {
    await tx.prepared('insert into credential_holders (kind, id) values ($1, $2) on conflict do nothing', [kind, id]);
    const [holder] = await tx.prepared<{ exists: boolean }>(
      'select deleted_at is null as exists from credential_holders where kind = $1 and id = $2 for share',
      [kind, id],
    );
    return holder!.exists;
  }

  /** Marks a project or group as deleted: from now on nothing is stored for its id. */
  async bury(tx: Tx, { kind, id }: CredentialHolder): Promise<void> {
    await tx.prepared(
      `insert into credential_holders (kind, id, deleted_at) values ($1, $2, now())
       on conflict (kind, id) do update set deleted_at = coalesce(credential_holders.deleted_at, now())`,
      [kind, id],
    );
  }
}
