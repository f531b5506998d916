import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectCard, ProjectId } from '@hearth/contract-kit';
import { FindUserIdsQuery, UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { FindRefsQuery } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { PipelineNotFound } from '../refusals.js';
import { PipelinesFinder, type PipelineFilters, type PipelineRow } from './pipelines.finder.js';
import { PipelinesStore, type Pipeline } from './pipelines.store.js';

/** Pipeline with the data of its single read. */
export interface PipelineFact {
  readonly pipeline: Pipeline;
  /** Full path of its project. */
  readonly projectPath: string;
  /** Null when no user started it. */
  readonly user: UserCard | null;
  readonly coverage: string | null;
}

/** Reads pipelines for their records. */
@Injectable()
export class PipelineFacts {
  constructor(
    private readonly db: Database,
    private readonly pipelinesFinder: PipelinesFinder,
    private readonly pipelinesStore: PipelinesStore,
    private readonly calls: Calls,
  ) {}

  /**
   * Returns a page of a project's pipelines.
   * @param person filter by the user who started them
   */
  async page(
    projectId: ProjectId,
    filters: PipelineFilters,
    person: { readonly name?: string; readonly username?: string },
    request: PageRequest,
  ): Promise<Page<PipelineRow>> {
    const isAsked = person.name !== undefined || person.username !== undefined;
    const userIds = isAsked ? (await this.calls.query(FindUserIdsQuery, person)).ids : undefined;
    return this.pipelinesFinder.page(this.db, projectId, { ...filters, ...(userIds && { userIds }) }, request);
  }

  /** @throws PipelineNotFound */
  async one(project: ProjectCard, id: number): Promise<PipelineFact> {
    const pipeline = await this.pipelinesStore.find(this.db, project.id, id);
    if (!pipeline) throw PipelineNotFound();
    return this.of(project, pipeline);
  }

  /**
   * Returns the newest pipeline of the commit that a branch or tag is at.
   * @param ref by default the default branch
   * @throws PipelineNotFound
   */
  async latest(project: ProjectCard, ref = project.defaultBranch): Promise<PipelineFact> {
    if (ref === null) throw PipelineNotFound();
    const asked = { projectId: project.id, branches: [ref], tags: [ref] };
    const { branches, tags } = await this.calls.query(FindRefsQuery, asked);
    const sha = branches[0] ?? tags[0] ?? null;
    const pipeline = sha === null ? undefined : await this.pipelinesStore.findNewest(this.db, project.id, ref, sha);
    if (!pipeline) throw PipelineNotFound();
    return this.of(project, pipeline);
  }

  private async of({ fullPath: projectPath }: ProjectCard, pipeline: Pipeline): Promise<PipelineFact> {
    const coverage = await this.pipelinesStore.coverage(this.db, pipeline.id);
    const ids = pipeline.userId === null ? [] : [pipeline.userId];
    const { users } = ids.length > 0 ? await this.calls.query(UsersByIdsQuery, { ids }) : { users: [] };
    return { pipeline, projectPath, user: users[0] ?? null, coverage };
  }
}
