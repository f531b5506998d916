import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { DescribeDeploymentQuery } from '@hearth/ci-contracts';
import type { OutputOf, ProjectId } from '@hearth/contract-kit';
import type { CommitCard } from '@hearth/repository-contracts';
import type { DeploymentSubject } from '../hook-deliveries/delivery.rules.js';
import type { PayloadProject } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';
import type { NamedRecords } from './record.view.js';

/** Facts of the payload of a deployment. */
export interface DeploymentFacts {
  readonly deployment: NonNullable<OutputOf<typeof DescribeDeploymentQuery>['deployment']>;
  readonly project: PayloadProject;
  /** Null where the repository has it no more. */
  readonly commit: CommitCard | null;
  readonly named: Omit<NamedRecords, 'labels'>;
}

/** Reads what payloads say about deployments. */
@Injectable()
export class DeploymentPayloadFacts {
  constructor(
    private readonly calls: Calls,
    private readonly recordFacts: RecordFacts,
  ) {}

  /** @returns undefined when the deployment or its project is gone */
  async of(projectId: ProjectId, { deploymentId }: DeploymentSubject): Promise<DeploymentFacts | undefined> {
    const { deployment } = await this.calls.query(DescribeDeploymentQuery, { projectId, id: deploymentId });
    if (!deployment) return undefined;
    const [project, commit, users] = await Promise.all([
      this.recordFacts.project(projectId),
      this.recordFacts.commit(projectId, deployment.sha),
      this.recordFacts.users([deployment.userId]),
    ]);
    return project && { deployment, project, commit, named: { users, ...this.recordFacts.addresses } };
  }
}
