import { Injectable, Logger } from '@nestjs/common';
import { CallFailed, Calls } from '@hearth/calls';
import { Refusal, type FirstCommit, type Principal, type ProjectId } from '@hearth/contract-kit';
import { ActAsQuery, ReadSettingsQuery, UserNotFound } from '@hearth/identity-contracts';
import { InitializeRepositoryCommand } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { projectsCaller } from '../access/projects-caller.js';
import { NamespacesStore } from '../namespaces/namespaces.store.js';
import {
  limitText,
  NamespaceInvalid,
  ProjectForUserInvalid,
  ProjectInvalid,
  ProjectLimitReached,
} from '../refusals.js';
import { firstCommitOf } from './first-commit.rules.js';
import { InsertProject, restrictedFor, type NewProject, type Wording } from './insert.js';
import { restrictedErrors } from './new-project.rules.js';
import { ProjectsStore, type VisibleProject } from './projects.store.js';

const OWN: Wording = {
  invalid: ProjectInvalid,
  limitReached: ProjectLimitReached,
  namespaceInvalid: NamespaceInvalid,
};

const FOR_USER: Wording = {
  invalid: ProjectForUserInvalid,
  limitReached: ({ limit }) => ProjectForUserInvalid({ errors: { limit_reached: [limitText(limit)] } }),
  namespaceInvalid: () => ProjectForUserInvalid({ errors: { namespace: ['is not valid'] } }),
};

/** Longest wait for the first commit. Afterwards the project is returned without it, and repository makes it in the background. */
const COMMIT_TIMEOUT_MS = 10_000;

/** Request of a client for a new project. */
export interface ProjectRequest extends Omit<NewProject, 'firstCommit' | 'forkOf'> {
  /** Whether the repository begins with a README. */
  readonly withReadme: boolean;
}

/** Creates a project, empty or with a README. */
@Injectable()
export class CreateProject {
  private readonly logger = new Logger(CreateProject.name);

  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly namespacesStore: NamespacesStore,
    private readonly projectsStore: ProjectsStore,
    private readonly insertProject: InsertProject,
  ) {}

  /** @throws the refusals of `wording`: NamespaceInvalid, ProjectLimitReached, ProjectInvalid */
  async execute(asked: ProjectRequest, creator: Principal, wording = OWN): Promise<VisibleProject> {
    const instance = await this.calls.query(ReadSettingsQuery, {});
    const restricted = restrictedFor(creator, instance);
    const { visibility } = asked.settings;
    if (visibility && restricted.includes(visibility)) throw wording.invalid({ errors: restrictedErrors(visibility) });
    const firstCommit = asked.withReadme ? firstCommitOf(asked, creator, new Date()) : undefined;
    const { id, branch } = await this.db.tx(async (tx) => {
      const namespace = await this.namespacesStore.lockTarget(tx, asked.namespaceId, creator);
      const branch = asked.defaultBranch ?? namespace?.defaultBranch ?? instance.defaultBranchName ?? undefined;
      const project = { ...asked, defaultBranch: branch, firstCommit };
      return { branch, id: await this.insertProject.within(tx, project, { namespace, creator, instance, wording }) };
    });
    if (firstCommit) await this.initialize(id, branch ?? null, firstCommit);
    return (await this.projectsStore.visibleTo(this.db, { id }, projectsCaller(creator)))!;
  }

  /** Creates it for another user: with that user as its creator, within that user's permissions. Only for admins. @throws UserNotFound, ProjectForUserInvalid */
  async forUser(asked: ProjectRequest, userId: number): Promise<VisibleProject> {
    // The parameter reads a too large id as one that no account has.
    const { principal } =
      userId > 0 ? await this.calls.query(ActAsQuery, { user: { id: userId } }) : { principal: null };
    if (!principal) throw UserNotFound();
    return this.execute(asked, principal, FOR_USER);
  }

  /** Makes the first commit at once, so that clients find it. The event of the new project carries it too, for a repository that cannot be reached now. */
  private async initialize(projectId: ProjectId, branch: string | null, commit: FirstCommit): Promise<void> {
    try {
      const asked = { projectId, branch, commit };
      const made = await this.calls.command(InitializeRepositoryCommand, asked, { timeoutMs: COMMIT_TIMEOUT_MS });
      await this.db.tx((tx) => this.projectsStore.noteDefaultBranch(tx, { projectId, ...made }));
    } catch (error) {
      if (!(error instanceof CallFailed) && !(error instanceof Refusal)) throw error;
      this.logger.warn(`The first commit of project ${projectId} is made in the background: ${error.message}`);
    }
  }
}
