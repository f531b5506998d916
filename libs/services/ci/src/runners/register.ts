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
import { RunnerAccessFacts, type RunnerOwner } from './runner-access.facts.js';
import { RUNNER_TOKEN, newRunnerToken } from './runner-token.js';
import { RunnersStore, type NewRunner } from './runners.store.js';
import { PrepareGroup } from './prepare-group.js';

/** Registers a runner: a shared one by the instance's token, a specific one by its project's. Users create those of groups, too. */
@Injectable()
export class RegisterRunner {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly audit: Audit,
    private readonly projectsStore: ProjectsStore,
    private readonly prepareGroup: PrepareGroup,
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
    runner: Omit<NewRunner, 'isShared' | 'groupId'>,
  ): Promise<{ id: number; token: string }> {
    const owner = await this.ownerOf(registrationToken);
    if (!runner.runUntagged && runner.tags.length === 0) throw RunnerInvalid();
    const path = owner.kind === 'project' ? await this.pathOf(owner.id) : undefined;
    return this.make(owner, runner, newRunnerToken('registered'), path);
  }

  /**
   * Creates a runner for a user. The token alone authenticates it.
   * @throws Forbidden, RunnerTakesNothing; ProjectNotFound, GroupNotFound
   */
  async create(
    owner: RunnerOwner,
    runner: Omit<NewRunner, 'isShared' | 'groupId' | 'info'>,
    actor: Principal,
  ): Promise<{ id: number; token: string }> {
    const path = await this.runnerAccessFacts.requireManager(owner, actor);
    if (!runner.runUntagged && runner.tags.length === 0) throw RunnerTakesNothing();
    return this.make(owner, { ...runner, info: {} }, newRunnerToken('created'), path);
  }

  /** @param path of the owner, for the audit record */
  private make(
    owner: RunnerOwner,
    runner: Omit<NewRunner, 'isShared' | 'groupId'>,
    token: string,
    path: string | undefined,
  ): Promise<{ id: number; token: string }> {
    const lookup = this.keyring.lookup(token, RUNNER_TOKEN);
    const projectId = owner.kind === 'project' ? owner.id : null;
    const groupId = owner.kind === 'group' ? owner.id : null;
    const details = groupId === null ? { projectId, projectPath: path } : { groupId, groupPath: path };
    return this.db.tx(async (tx) => {
      if (projectId !== null && !(await this.projectsStore.hold(tx, projectId))) throw Forbidden();
      if (groupId !== null && !(await this.prepareGroup.execute(tx, groupId))) throw Forbidden();
      const id = await this.runnersStore.nextId(tx);
      const sealed = this.keyring.encrypt(token, { ...RUNNER_TOKEN, id });
      const isShared = owner.kind === 'instance';
      await this.runnersStore.insert(tx, id, { ...runner, isShared, groupId }, { sealed, lookup });
      if (projectId !== null) await this.runnersStore.enable(tx, id, projectId);
      await this.audit.append(tx, {
        kind: 'runner.registered',
        subject: { type: 'runner', id, name: runner.description ?? undefined },
        details,
      });
      return { id, token };
    });
  }

  /** For the audit record: a registration names its project by a token. */
  private async pathOf(id: ProjectId): Promise<string | undefined> {
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids: [id] });
    return projects[0]?.fullPath;
  }

  /** Returns the owner that a registration token is for. */
  private async ownerOf(token: string): Promise<RunnerOwner> {
    const { valid } = await this.calls.query(CheckRegistrationTokenQuery, { token });
    if (valid) return { kind: 'instance' };
    const { projectId } = await this.calls.query(FindByRunnersTokenQuery, { token });
    if (projectId === null) throw Forbidden();
    return { kind: 'project', id: projectId };
  }
}
