import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { isRetryable } from '../builds/build-status.rules.js';
import { BuildsStore } from '../builds/builds.store.js';
import { HoldBuild } from '../builds/hold.js';
import { JobForbidden } from '../refusals.js';
import { TracesStore } from './traces.store.js';

/** Erases what a job has written. */
@Injectable()
export class EraseJob {
  constructor(
    private readonly db: Database,
    private readonly holdBuild: HoldBuild,
    private readonly buildsStore: BuildsStore,
    private readonly tracesStore: TracesStore,
  ) {}

  /** @throws JobNotFound; JobForbidden unless it has ended, and written something */
  execute(projectId: ProjectId, id: number): Promise<void> {
    return this.db.tx(async (tx) => {
      const { build } = await this.holdBuild.within(tx, projectId, id);
      const isEmpty = (await this.tracesStore.size(tx, id)) === 0;
      if (!isRetryable(build.status) || isEmpty) throw JobForbidden({ reason: 'Job is not erasable!' });
      await this.tracesStore.clear(tx, id);
      await this.buildsStore.markErased(tx, id);
    });
  }
}
