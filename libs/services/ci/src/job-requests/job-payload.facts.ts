import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { ProjectsByIdsQuery, type ProjectName } from '@hearth/projects-contracts';
import { CommitsByIdsQuery, ProtectedRefsQuery, type CommitCard } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import type { RunnableBuild } from '../builds/build-data.js';
import { BuildsStore } from '../builds/builds.store.js';
import { ArtifactStorage } from '../artifacts/artifact-storage.js';
import { ArtifactsStore, NO_DEPENDENCIES, type Dependencies } from '../artifacts/artifacts.store.js';
import { JobNotFound } from '../refusals.js';
import { variablesOfEnvironment } from '../variables/environment-scope.rules.js';
import { openedForJobs, type BuildVariable, type ScopedVariable } from '../variables/variable.rules.js';
import { VariablesStore } from '../variables/variables.store.js';
import { Batcher } from './batcher.js';

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

/** Job with its project. */
interface NamedBuild {
  readonly build: RunnableBuild;
  readonly project: ProjectName;
}

/** Data that a job has from its user, from the owners of variables, and from earlier jobs. */
interface InheritedData extends Pick<JobPayload, 'user' | 'dependencies'> {
  readonly variables: readonly ScopedVariable[];
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

  private readonly named = new Batcher(this.readNamed.bind(this));
  private readonly inherited = new Batcher(this.readInherited.bind(this));

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
   * Checks the protection of the ref again: it may have ended since the pipeline was created. The commit is read for each job alone, since a
   * repository may be slow.
   * @throws JobNotFound
   */
  async of(projectId: ProjectId, id: number, token: string): Promise<JobPayload> {
    const named = await this.named.run({ projectId, id });
    if (!named) throw JobNotFound();
    const { build, project } = named;
    const [commit, { user, variables, dependencies }] = await Promise.all([
      this.commit(projectId, build.sha),
      this.inherited.run(named),
    ]);
    const environment = build.options.environment?.name ?? null;
    return {
      ...{ build, project, commit, user },
      secrets: variablesOfEnvironment(variables, environment),
      ...{ uploads: this.storage.objects !== null, dependencies, token },
    };
  }

  /** Returns jobs with their projects; undefined for a job that does not exist, or whose project does not. */
  private async readNamed(
    jobs: readonly { readonly projectId: ProjectId; readonly id: number }[],
  ): Promise<(NamedBuild | undefined)[]> {
    const ids = jobs.map(({ id }) => id);
    const [builds, { projects }] = await Promise.all([
      this.buildsStore.findRunnable(this.db, ids),
      this.calls.query(ProjectsByIdsQuery, { ids: [...new Set(jobs.map(({ projectId }) => projectId))] }),
    ]);
    const buildOf = new Map((await this.withProtection(builds)).map((build) => [build.id, build]));
    const projectOf = new Map(projects.map((project) => [project.id, project]));
    return jobs.map(({ projectId, id }) => {
      const [build, project] = [buildOf.get(id), projectOf.get(projectId)];
      return build && project && { build, project };
    });
  }

  /** Returns the inherited data of jobs: users, variables, earlier artifacts. */
  private async readInherited(jobs: readonly NamedBuild[]): Promise<InheritedData[]> {
    const userIds = [...new Set(jobs.flatMap(({ build }) => build.userId ?? []))];
    const later = jobs.filter(({ build }) => build.hasEarlierJobs).map(({ build }) => build.id);
    const owners = jobs.map(({ build, project: { groupIds } }) => ({
      ...{ projectId: build.projectId, groupIds, pipelineId: build.pipelineId, onProtectedRef: build.protected },
    }));
    const [{ users }, dependencies, variables] = await Promise.all([
      userIds.length === 0 ? { users: [] } : this.calls.query(UsersByIdsQuery, { ids: userIds }),
      this.artifactsStore.dependencies(this.db, later),
      this.variablesStore.forJobs(this.db, owners),
    ]);
    const openedOf = new Map([...new Set(variables)].map((each) => [each, openedForJobs(this.keyring, each)]));
    const userOf = new Map(users.map((user) => [user.askedAs ?? user.id, user]));
    return jobs.map(({ build: { id, userId } }, index) => ({
      user: (userId !== null && userOf.get(userId)) || null,
      variables: openedOf.get(variables[index]!)!,
      dependencies: dependencies[later.indexOf(id)] ?? NO_DEPENDENCIES,
    }));
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

  /** Returns jobs with the present protection of their refs. A pipeline of a merge request is not protected: its commits have not been accepted. */
  private async withProtection(builds: readonly RunnableBuild[]): Promise<RunnableBuild[]> {
    if (builds.length === 0) return [];
    const refs = builds.map(({ projectId, ref: name, tag }) => ({ projectId, name, tag }));
    const { protected: isProtected } = await this.calls.query(ProtectedRefsQuery, { refs });
    return builds.map((build, index) => ({ ...build, protected: !build.mergeRequest && isProtected[index]! }));
  }
}
