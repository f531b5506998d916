import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { CheckRegistrationTokenQuery } from '@hearth/identity-contracts';
import { FindByRunnersTokenQuery, ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { RunnerInvalid, RunnerTakesNothing } from '../refusals.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RUNNER_TOKEN, newRunnerToken } from './runner-token.js';
import { RunnersStore, type NewRunner } from './runners.store.js';

/** Registers a runner: a shared one by the instance's token, a specific one by its project's. */
@Injectable()
export class RegisterRunner {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly audit: Audit,
    private readonly projectsStore: ProjectsStore,
    private readonly keyring: Keyring,
    private readonly calls: Calls,
    private readonly runnerAccessFacts: RunnerAccessFacts,
  ) {}

  /**
   * @param registrationToken decides which projects it works for
   * @returns its own token, for all later calls
   * @throws Forbidden for an unknown token; RunnerInvalid for a runner that could not take any job
   */
  async execute(
    registrationToken: string,
    runner: Omit<NewRunner, 'isShared'>,
  ): Promise<{ id: number; token: string }> {
    const projectId = await this.projectOf(registrationToken);
    if (!runner.runUntagged && runner.tags.length === 0) throw RunnerInvalid();
    return this.make(projectId, runner, newRunnerToken('registered'));
  }

  /**
   * Creates a runner for a user. The token alone authenticates it.
   * @param projectId null for a shared one
   * @throws Forbidden, RunnerTakesNothing; ProjectNotFound
   */
  async create(
    projectId: ProjectId | null,
    runner: Omit<NewRunner, 'isShared' | 'info'>,
    actor: Principal,
  ): Promise<{ id: number; token: string }> {
    if (projectId !== null) await this.runnerAccessFacts.requireManager(projectId, actor);
    else if (!actor.admin) throw Forbidden();
    if (!runner.runUntagged && runner.tags.length === 0) throw RunnerTakesNothing();
    return this.make(projectId, { ...runner, info: {} }, newRunnerToken('created'));
  }

  private async make(
    projectId: ProjectId | null,
    runner: Omit<NewRunner, 'isShared'>,
    token: string,
  ): Promise<{ id: number; token: string }> {
    const lookup = this.keyring.lookup(token, RUNNER_TOKEN);
    const details = { projectId, ...(projectId !== null && { projectPath: await this.pathOf(projectId) }) };
    return this.db.tx(async (tx) => {
      if (projectId !== null && !(await this.projectsStore.hold(tx, projectId))) throw Forbidden();
      const id = await this.runnersStore.nextId(tx);
      const sealed = this.keyring.encrypt(token, { ...RUNNER_TOKEN, id });
      await this.runnersStore.insert(tx, id, { ...runner, isShared: projectId === null }, { sealed, lookup });
      if (projectId !== null) await this.runnersStore.enable(tx, id, projectId);
      await this.audit.append(tx, {
        kind: 'runner.registered',
        subject: { type: 'runner', id, name: runner.description ?? undefined },
        details,
      });
      return { id, token };
    });
  }

  /** For the audit record: a registration names its project by a token, or in its body. */
  private async pathOf(id: ProjectId): Promise<string | undefined> {
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids: [id] });
    return projects[0]?.fullPath;
  }

  /** Returns the project of a registration token; null for the instance's token, which is for all projects. */
  private async projectOf(token: string): Promise<ProjectId | null> {
    const { valid } = await this.calls.query(CheckRegistrationTokenQuery, { token });
    if (valid) return null;
    const { projectId } = await this.calls.query(FindByRunnersTokenQuery, { token });
    if (projectId === null) throw Forbidden();
    return projectId;
  }
}
