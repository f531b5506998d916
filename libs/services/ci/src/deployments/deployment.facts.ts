import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { BuildFacts, type BuildFact } from '../builds/build.facts.js';
import { BuildsFinder } from '../builds/builds.finder.js';
import { DeploymentNotFound } from '../refusals.js';
import { DeploymentsStore, type Deployment, type DeploymentFilters } from './deployments.store.js';

/** Deployment with the data of its record. */
export interface DeploymentFact {
  readonly deployment: Deployment;
  /** Null when no user started it. */
  readonly user: UserCard | null;
  /** Its job; null when the job was deleted. */
  readonly deployable: BuildFact | null;
}

/** Reads deployments for their records. */
@Injectable()
export class DeploymentFacts {
  constructor(
    private readonly db: Database,
    private readonly deploymentsStore: DeploymentsStore,
    private readonly buildsFinder: BuildsFinder,
    private readonly buildFacts: BuildFacts,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of a project's deployments. */
  async page(projectId: ProjectId, filters: DeploymentFilters, request: PageRequest): Promise<Page<DeploymentFact>> {
    const { items, total } = await this.deploymentsStore.page(this.db, projectId, filters, request);
    return new Page(await this.describe(projectId, items), request, total);
  }

  /** Returns a page of the deployments to an environment, newest first. */
  async pageOf(projectId: ProjectId, environmentId: number, request: PageRequest): Promise<Page<DeploymentFact>> {
    const { items, total } = await this.deploymentsStore.pageOf(this.db, projectId, environmentId, request);
    return new Page(await this.describe(projectId, items), request, total);
  }

  /** @throws DeploymentNotFound */
  async one(projectId: ProjectId, id: number): Promise<DeploymentFact> {
    const deployment = await this.deploymentsStore.find(this.db, projectId, id);
    if (!deployment) throw DeploymentNotFound();
    return (await this.describe(projectId, [deployment]))[0]!;
  }

  /** Returns the newest deployment to an environment; null when there is none. */
  async lastOf(projectId: ProjectId, environmentId: number): Promise<DeploymentFact | null> {
    const deployment = await this.deploymentsStore.lastOf(this.db, projectId, environmentId);
    return deployment ? (await this.describe(projectId, [deployment]))[0]! : null;
  }

  private async describe(projectId: ProjectId, deployments: readonly Deployment[]): Promise<DeploymentFact[]> {
    const jobIds = deployments.map(({ jobId }) => jobId).filter((id) => id !== null);
    const userIds = [...new Set(deployments.map(({ userId }) => userId))].filter((id) => id !== null);
    const [builds, { users }] = await Promise.all([
      jobIds.length > 0 ? this.buildsFinder.byIds(this.db, projectId, jobIds) : [],
      userIds.length > 0 ? this.calls.query(UsersByIdsQuery, { ids: userIds }) : { users: [] },
    ]);
    const facts = builds.length > 0 ? await this.buildFacts.describe(builds) : [];
    const jobOf = new Map(facts.map((fact) => [fact.build.id, fact]));
    const userOf = new Map(users.map((user) => [user.askedAs ?? user.id, user]));
    return deployments.map((deployment) => ({
      deployment,
      user: (deployment.userId !== null && userOf.get(deployment.userId)) || null,
      deployable: (deployment.jobId !== null && jobOf.get(deployment.jobId)) || null,
    }));
  }
}
