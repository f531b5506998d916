import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import { DescribeDeploymentQuery, DescribeJobQuery, DescribePipelineQuery } from '@hearth/ci-contracts';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { DetailsFacts } from './details.facts.js';

/** Describes pipelines, jobs and deployments for webhooks. */
@Controller()
export class DetailsProvider {
  constructor(private readonly detailsFacts: DetailsFacts) {}

  @Answers(DescribePipelineQuery)
  async pipeline({
    projectId,
    id,
  }: InputOf<typeof DescribePipelineQuery>): Promise<OutputOf<typeof DescribePipelineQuery>> {
    return { pipeline: await this.detailsFacts.pipeline(projectId, id) };
  }

  @Answers(DescribeJobQuery)
  async job({ projectId, id }: InputOf<typeof DescribeJobQuery>): Promise<OutputOf<typeof DescribeJobQuery>> {
    return { found: await this.detailsFacts.job(projectId, id) };
  }

  @Answers(DescribeDeploymentQuery)
  async deployment({
    projectId,
    id,
  }: InputOf<typeof DescribeDeploymentQuery>): Promise<OutputOf<typeof DescribeDeploymentQuery>> {
    return { deployment: await this.detailsFacts.deployment(projectId, id) };
  }
}
