import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { GroupNotFound } from '@hearth/http';
import { RemoveNamespace } from '../namespaces/remove.js';

/** Deletes a group with everything below it. */
@Injectable()
export class DeleteGroup {
  constructor(
    private readonly db: Database,
    private readonly removal: RemoveNamespace,
  ) {}

  /** @throws GroupNotFound when somebody else was faster */
  execute(groupId: number): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.removal.within(tx, groupId))) throw GroupNotFound();
    });
  }
}
