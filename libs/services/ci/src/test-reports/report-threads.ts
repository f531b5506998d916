import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { ThreadFailed, ThreadPool } from '@hearth/threads';
import { unreadable, type TestReport } from './report.rules.js';

const LIMITS = { deadlineMs: 30_000, memoryMb: 512 };
const FAILURES = { time: 'it takes too much time', memory: 'it takes too much memory' };

/** Reads test reports in worker threads with bounds on time and memory: jobs decide what they contain. */
@Injectable()
export class TestReportThreads implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({ program: new URL('./report-thread.js', import.meta.url), ...LIMITS });

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /** @throws ThreadsBusy */
  async read(projectId: ProjectId, report: Buffer): Promise<TestReport> {
    try {
      return await this.pool.run<TestReport>('read', report, `project ${projectId}`);
    } catch (error) {
      if (error instanceof ThreadFailed) return unreadable(FAILURES[error.limit]);
      throw error;
    }
  }
}
