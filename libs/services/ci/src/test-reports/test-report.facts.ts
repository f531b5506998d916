import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { PipelineNotFound } from '../refusals.js';
import { TestReportsStore, type JobReport } from './test-reports.store.js';

/** Reads test reports. */
@Injectable()
export class TestReportFacts {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly testReportsStore: TestReportsStore,
  ) {}

  /** Returns the reports of the jobs of a pipeline. @throws PipelineNotFound */
  async ofPipeline(projectId: ProjectId, id: number, which: { readonly withCases: boolean }): Promise<JobReport[]> {
    if (!(await this.pipelinesStore.find(this.db, projectId, id))) throw PipelineNotFound();
    return this.testReportsStore.ofPipeline(this.db, id, which);
  }
}
