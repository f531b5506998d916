import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { ProjectsByIdsQuery, type ProjectName } from '@hearth/projects-contracts';
import { CommitsByIdsQuery, type CommitCard } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Page } from '@hearth/http';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { JobNotFound, PipelineNotFound } from '../refusals.js';
import { RunnersStore, type Runner } from '../runners/runners.store.js';
import { BuildsFinder, type Build, type BuildsRequest } from './builds.finder.js';

/** Job with the data of its record. */
export interface BuildFact {
  readonly build: Build;
  /** Null when no user started it. */
  readonly user: UserCard | null;
  /** Null when the repository no longer has it. */
  readonly commit: CommitCard | null;
  /** Null until a runner has taken the job. */
  readonly runner: Runner | null;
  /** Null while it is being deleted. */
  readonly project: ProjectName | null;
}

/** Reads jobs for their records. */
@Injectable()
export class BuildFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly pipelinesStore: PipelinesStore,
    private readonly runnersStore: RunnersStore,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of the jobs of a project. */
  async ofProject(projectId: ProjectId, request: BuildsRequest): Promise<Page<BuildFact>> {
    return this.page({ projectId }, request);
  }

  /**
   * Returns a page of the jobs of a pipeline.
   * @throws PipelineNotFound
   */
  async ofPipeline(projectId: ProjectId, pipelineId: number, request: BuildsRequest): Promise<Page<BuildFact>> {
    const pipeline = await this.pipelinesStore.find(this.db, projectId, pipelineId);
    if (!pipeline) throw PipelineNotFound();
    return this.page({ pipelineId }, request);
  }

  /** Returns a page of the jobs that a runner has taken. @param projectIds projects of the jobs; null: all projects */
  async ofRunner(
    runnerId: number,
    projectIds: readonly ProjectId[] | null,
    request: BuildsRequest,
  ): Promise<Page<BuildFact>> {
    return this.page({ runnerId, projectIds }, request);
  }

  /** Reads a job that runners take, or a bridge. @throws JobNotFound */
  async oneOfAny(projectId: ProjectId, id: number): Promise<BuildFact> {
    const build = await this.buildsFinder.findAny(this.db, projectId, id);
    if (!build) throw JobNotFound();
    return (await this.describe([build]))[0]!;
  }

  /** @throws JobNotFound */
  async one(projectId: ProjectId, id: number): Promise<BuildFact> {
    const build = await this.buildsFinder.find(this.db, projectId, id);
    if (!build) throw JobNotFound();
    return (await this.describe([build]))[0]!;
  }

  /** Returns the records' data of at most 100 jobs. */
  async describe(builds: readonly Build[]): Promise<BuildFact[]> {
    const userIds = distinct(builds.map(({ userId }) => userId));
    const runnerIds = distinct(builds.map(({ runnerId }) => runnerId));
    const projectIds = distinct(builds.map(({ projectId }) => projectId));
    const [users, runners, projects, commits] = await Promise.all([
      userIds.length > 0 ? this.calls.query(UsersByIdsQuery, { ids: userIds, withProfile: true }) : { users: [] },
      runnerIds.length > 0 ? this.runnersStore.byIds(this.db, runnerIds) : [],
      projectIds.length > 0 ? this.calls.query(ProjectsByIdsQuery, { ids: projectIds }) : { projects: [] },
      Promise.all(projectIds.map((projectId) => this.commitsOf(projectId, builds))),
    ]);
    const userOf = new Map(users.users.map((user) => [user.askedAs ?? user.id, user]));
    const runnerOf = new Map(runners.map((runner) => [runner.id, runner]));
    const projectOf = new Map(projects.projects.map((project) => [project.id, project]));
    const commitOf = new Map(commits.flat());
    return builds.map((build) => ({
      build,
      user: (build.userId !== null && userOf.get(build.userId)) || null,
      commit: commitOf.get(`${build.projectId} ${build.sha}`) ?? null,
      runner: (build.runnerId !== null && runnerOf.get(build.runnerId)) || null,
      project: projectOf.get(build.projectId) ?? null,
    }));
  }

  private async page(of: Parameters<BuildsFinder['page']>[1], request: BuildsRequest): Promise<Page<BuildFact>> {
    const { items, total } = await this.buildsFinder.page(this.db, of, request);
    return new Page(await this.describe(items), request, total);
  }

  private async commitsOf(projectId: ProjectId, builds: readonly Build[]): Promise<[string, CommitCard | null][]> {
    const ids = distinct(builds.filter((build) => build.projectId === projectId).map(({ sha }) => sha));
    const { commits } = await this.calls.query(CommitsByIdsQuery, { projectId, ids });
    return ids.map((id, place) => [`${projectId} ${id}`, commits[place] ?? null]);
  }
}

function distinct<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values)].filter((value) => value !== null);
}
