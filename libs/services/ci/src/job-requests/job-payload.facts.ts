import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { ProjectsByIdsQuery, type ProjectName } from '@hearth/projects-contracts';
import { CommitsByIdsQuery, RefProtectionQuery, type CommitCard } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import type { RunnableBuild } from '../builds/build-data.js';
import { BuildsStore } from '../builds/builds.store.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import { ArtifactStorage } from '../artifacts/artifact-storage.js';
import { ArtifactsStore, NO_DEPENDENCIES, type Dependencies } from '../artifacts/artifacts.store.js';
import { JobNotFound } from '../refusals.js';
import { variablesOfEnvironment } from '../variables/environment-scope.rules.js';
import { openedForJobs } from '../variables/variable.rules.js';
import { VariablesStore } from '../variables/variables.store.js';

type Commit = Pick<CommitCard, 'author' | 'committer' | 'message'>;

/** Job with all data for its runner. */
export interface JobPayload {
  readonly build: RunnableBuild;
  readonly project: ProjectName;
  /** Null when the repository no longer has it. */
  readonly commit: Commit | null;
  /** Variables of the instance, groups, project and pipeline for this job; later ones win. */
  readonly secrets: readonly BuildVariable[];
  /** Null when no user started it. */
  readonly user: UserCard | null;
  /** Whether it may upload artifacts. */
  readonly uploads: boolean;
  /** Jobs whose artifacts it gets. */
  readonly dependencies: Dependencies;
  /** Token for the job's own calls. */
  readonly token: string;
}

/** Most text of the commits that are kept, and of one of them, in UTF-16 units. */
const MOST_COMMITS = 4 * 1024 * 1024;
const MOST_COMMIT = 64 * 1024;

/** Reads the data of jobs for their runners. */
@Injectable()
export class JobPayloadFacts {
  /** Commits that were read last: the jobs of a pipeline have the same one, which never changes. */
  private readonly commits = new LRUCache<string, Commit>({
    maxSize: MOST_COMMITS,
    maxEntrySize: MOST_COMMIT,
    sizeCalculation: (commit) => JSON.stringify(commit).length,
  });

  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly calls: Calls,
    private readonly artifactsStore: ArtifactsStore,
    private readonly storage: ArtifactStorage,
  ) {}

  /**
   * Checks the protection of the ref again: it may have ended since the pipeline was created.
   * @throws JobNotFound
   */
  async of(projectId: ProjectId, id: number, token: string): Promise<JobPayload> {
    const [stored, { projects }] = await Promise.all([
      this.buildsStore.findRunnable(this.db, id),
      this.calls.query(ProjectsByIdsQuery, { ids: [projectId] }),
    ]);
    const [project] = projects;
    if (!stored || !project) throw JobNotFound();
    const { pipelineId, sha, userId, options, hasEarlierJobs } = stored;
    const [isProtected, { users }, commit, dependencies] = await Promise.all([
      this.isProtected(projectId, stored),
      userId === null ? { users: [] } : this.calls.query(UsersByIdsQuery, { ids: [userId] }),
      this.commit(projectId, sha),
      hasEarlierJobs ? this.artifactsStore.dependencies(this.db, id, options.dependencies) : NO_DEPENDENCIES,
    ]);
    const owners = { projectId, groupIds: project.groupIds, pipelineId };
    const variables = await this.variablesStore.forJobs(this.db, owners, isProtected);
    const secrets = variablesOfEnvironment(openedForJobs(this.keyring, variables), options.environment?.name ?? null);
    return {
      ...{ build: { ...stored, protected: isProtected }, project, commit, user: users[0] ?? null },
      ...{ secrets, uploads: this.storage.objects !== null, dependencies, token },
    };
  }

  private async commit(projectId: ProjectId, sha: string): Promise<Commit | null> {
    const key = `${projectId} ${sha}`;
    const known = this.commits.get(key);
    if (known) return known;
    const { commits } = await this.calls.query(CommitsByIdsQuery, { projectId, ids: [sha] });
    const [found] = commits;
    if (!found) return null;
    // A commit may have very many parents.
    const { author, committer, message } = found;
    const commit = { author, committer, message };
    this.commits.set(key, commit);
    return commit;
  }

  /** A pipeline of a merge request is not protected: its commits have not been accepted. */
  private async isProtected(projectId: ProjectId, { ref, tag, mergeRequest }: RunnableBuild): Promise<boolean> {
    if (mergeRequest) return false;
    const asked = { projectId, branches: tag ? [] : [ref], tags: tag ? [ref] : [] };
    const { branches, tags } = await this.calls.query(RefProtectionQuery, asked);
    return [...branches, ...tags][0]!.protected;
  }
}
