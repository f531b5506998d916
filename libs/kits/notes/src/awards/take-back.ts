import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Unauthorized, type UnlessModified } from '@hearth/http';
import { AwardsStore, type Awardable } from './awards.store.js';
import { held } from '../hold.js';
import type { Noteable } from '../note.rules.js';
import { Noteables } from '../noteables.js';
import { AwardNotFound } from '../refusals.js';

/** Deletes an award. Admins can also delete awards of other users. */
@Injectable()
export class TakeAwardBack {
  constructor(
    private readonly db: Database,
    private readonly noteables: Noteables,
    private readonly awardsStore: AwardsStore,
  ) {}

  /** @throws NoteableNotFound, AwardNotFound, PreconditionFailed; Unauthorized for another user's award */
  execute(
    { noteable, awardable }: { noteable: Noteable; awardable: Awardable },
    id: number,
    actor: Principal,
    unlessModified: UnlessModified,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      await held(this.noteables, tx, noteable, actor);
      const award = await this.awardsStore.find(tx, awardable, id);
      if (!award) throw AwardNotFound();
      if (award.userId !== actor.userId && !actor.admin) throw Unauthorized();
      unlessModified(award.updatedAt);
      await this.awardsStore.delete(tx, id);
      if (awardable.kind !== 'note') await this.noteables.awarded(tx, noteable);
    });
  }
}
