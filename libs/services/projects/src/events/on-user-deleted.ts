import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeleted } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ReleaseUser } from '../namespaces/release.js';

/** What somebody gave the user after everything was released goes as well. */
@On(UserDeleted)
export class OnUserDeleted implements Reaction<typeof UserDeleted> {
  constructor(private readonly release: ReleaseUser) {}

  handle({ userId }: EventDataOf<typeof UserDeleted>, tx: Tx): Promise<void> {
    return this.release.forget(tx, userId);
  }
}
