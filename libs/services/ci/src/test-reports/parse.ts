import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { ArtifactStorage } from '../artifacts/artifact-storage.js';
import { ParseTestReportJob } from '../jobs.js';
import { unreadable, type TestReport } from './report.rules.js';
import { TestReportThreads } from './report-threads.js';
import { TestReportsStore, type ReportFile } from './test-reports.store.js';

/** Largest uploaded file in bytes: it is held in memory. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Parses an uploaded test report, and keeps its tests. Safe to repeat. */
@Injectable()
export class ParseTestReport {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly testReportsStore: TestReportsStore,
    private readonly testReportThreads: TestReportThreads,
  ) {}

  @Job(ParseTestReportJob)
  async execute({ object }: JobDataOf<typeof ParseTestReportJob>): Promise<void> {
    const file = await this.testReportsStore.file(this.db, object);
    const report = file && (await this.read(object, file));
    if (report) await this.db.tx((tx) => this.testReportsStore.save(tx, object, report));
  }

  private async read(object: string, { projectId, size }: ReportFile): Promise<TestReport | undefined> {
    if (size > MOST_BYTES) return unreadable(`more than ${MOST_BYTES} bytes`);
    const stored = await this.storage.objects?.get(object);
    return stored && this.testReportThreads.read(projectId, await buffer(stored.content));
  }
}
