import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { RunnerForbidden, RunnerNotFound } from '../refusals.js';
import { RunnersStore } from './runners.store.js';

/** Disables a specific runner in a project. */
@Injectable()
export class DisableRunner {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly audit: Audit,
  ) {}

  /** @throws RunnerNotFound, PreconditionFailed; RunnerForbidden for the only project of the runner */
  execute(projectId: ProjectId, runnerId: number, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const runner = await this.runnersStore.lock(tx, runnerId);
      const projects = runner ? await this.runnersStore.projectIds(tx, runnerId) : [];
      if (!runner || !projects.includes(projectId)) throw RunnerNotFound();
      if (projects.length === 1)
        throw RunnerForbidden({
          reason: 'Only one project associated with the runner. Please remove the runner instead',
        });
      unlessModified(runner.updatedAt);
      await this.runnersStore.disable(tx, runnerId, projectId);
      const subject = { type: 'runner', id: runnerId, name: runner.description ?? undefined };
      await this.audit.append(tx, { kind: 'runner.disabled', subject, details: { projectId } });
    });
  }
}
