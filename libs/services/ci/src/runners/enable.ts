import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { BuildsStore } from '../builds/builds.store.js';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { RunnerEnabledBefore, RunnerForbidden, RunnerNotFound } from '../refusals.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RunnersStore, type Runner } from './runners.store.js';

/** Enables a specific runner in one more project. */
@Injectable()
export class EnableRunner {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly buildsStore: BuildsStore,
    private readonly audit: Audit,
    private readonly projectsStore: ProjectsStore,
    private readonly runnerAccessFacts: RunnerAccessFacts,
  ) {}

  /** @throws RunnerNotFound, RunnerForbidden, RunnerEnabledBefore; ProjectNotFound when it was deleted in the meantime */
  async execute(projectId: ProjectId, runnerId: number, actor: Principal): Promise<Runner> {
    const manages = await this.runnerAccessFacts.manages(runnerId, actor);
    return this.db.tx(async (tx) => {
      const exists = await this.projectsStore.hold(tx, projectId);
      const runner = await this.runnersStore.lock(tx, runnerId);
      if (!exists) throw ProjectNotFound();
      if (!runner) throw RunnerNotFound();
      if (runner.isShared) throw RunnerForbidden({ reason: 'Runner is shared' });
      if (runner.groupId !== null) throw RunnerForbidden({ reason: 'Runner is a group runner' });
      if (runner.locked) throw RunnerForbidden({ reason: 'Runner is locked' });
      if (!manages) throw RunnerForbidden({ reason: 'No access granted' });
      if (!(await this.runnersStore.enable(tx, runnerId, projectId))) throw RunnerEnabledBefore();
      await this.buildsStore.wake(tx);
      const subject = { type: 'runner', id: runnerId, name: runner.description ?? undefined };
      await this.audit.append(tx, { kind: 'runner.enabled', subject, details: { projectId } });
      return runner;
    });
  }
}
