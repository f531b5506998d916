import { Injectable } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { DeleteUser } from '../deletion/delete.js';
import { RemoveBotsJob, RemoveUnusedBotJob } from '../jobs.js';
import { BotsStore } from './bots.store.js';

/** Deletes bots that are not needed any more. Their contributions go to the ghost. */
@Injectable()
export class RemoveBots {
  constructor(
    private readonly db: Database,
    private readonly botsStore: BotsStore,
    private readonly deleteUser: DeleteUser,
  ) {}

  /** Deletes a bot whose tokens are all revoked, or whose creation broke off before it got one. @throws CallFailed when projects did not answer */
  @Job(RemoveUnusedBotJob)
  async unused({ userId }: JobDataOf<typeof RemoveUnusedBotJob>): Promise<void> {
    if (await this.botsStore.isUnused(this.db, userId)) await this.delete(userId);
  }

  /** Deletes the bots of a deleted project or group. @throws CallFailed when projects did not answer */
  @Job(RemoveBotsJob)
  async ofHolder(holder: JobDataOf<typeof RemoveBotsJob>): Promise<void> {
    for (let after = 0; ;) {
      const ids = await this.botsStore.of(this.db, holder, after);
      if (ids.length === 0) return;
      for (const id of ids) await this.delete(id);
      after = ids.at(-1)!;
    }
  }

  private async delete(userId: number): Promise<void> {
    try {
      await this.deleteUser.execute(userId, false, () => undefined);
    } catch (error) {
      // Another job has deleted it, or it is the only owner of a group: it stays then, without a token.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
