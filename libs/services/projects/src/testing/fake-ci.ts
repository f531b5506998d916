import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import {
  DescribeDeploymentQuery,
  DescribeJobQuery,
  DescribePipelineQuery,
  LastPipelinesQuery,
  NewestRecordsQuery,
} from '@hearth/ci-contracts';
import type { InputOf, OutputOf } from '@hearth/contract-kit';

/** Fake of ci. */
@Controller()
export class FakeCi {
  readonly pipelines = new Map<number, NonNullable<OutputOf<typeof DescribePipelineQuery>['pipeline']>>();

  @Answers(DescribePipelineQuery)
  pipeline({ id }: InputOf<typeof DescribePipelineQuery>): Promise<OutputOf<typeof DescribePipelineQuery>> {
    return Promise.resolve({ pipeline: this.pipelines.get(id) ?? null });
  }

  @Answers(DescribeJobQuery)
  job({ id }: InputOf<typeof DescribeJobQuery>): Promise<OutputOf<typeof DescribeJobQuery>> {
    for (const pipeline of this.pipelines.values()) {
      const job = pipeline.jobs.find((each) => each.id === id);
      if (job) return Promise.resolve({ found: { job, pipeline } });
    }
    return Promise.resolve({ found: null });
  }

  /** Every commit has a pipeline that succeeded. */
  @Answers(LastPipelinesQuery)
  last({ shas }: InputOf<typeof LastPipelinesQuery>): Promise<OutputOf<typeof LastPipelinesQuery>> {
    return Promise.resolve({
      pipelines: shas.map((sha) => ({ id: 7, sha, ref: 'master', status: 'success' as const })),
    });
  }

  /** Of every project. */
  newest: OutputOf<typeof NewestRecordsQuery> = { pipeline: null, job: null, deployment: null };

  @Answers(NewestRecordsQuery)
  newestRecords(): Promise<OutputOf<typeof NewestRecordsQuery>> {
    return Promise.resolve(this.newest);
  }

  /** Every deployment is to the same environment. */
  @Answers(DescribeDeploymentQuery)
  deployment({ id }: InputOf<typeof DescribeDeploymentQuery>): Promise<OutputOf<typeof DescribeDeploymentQuery>> {
    const environment = { name: 'production', slug: 'production', tier: 'production', externalUrl: null };
    const deployed = { ref: 'main', sha: 'c'.repeat(40), createdAt: '2018-02-01T10:00:00.000Z', userId: 1, jobId: 40 };
    return Promise.resolve({ deployment: { id, ...deployed, environment } });
  }
}
