import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { LIVE } from '../artifacts/artifacts.store.js';
import { MOST_CASE_BYTES, type TestReport } from './report.rules.js';

/** File with a test report. */
export interface ReportFile {
  readonly projectId: ProjectId;
  /** In bytes. */
  readonly size: number;
}

/** Test report of a job. */
export interface JobReport extends TestReport {
  readonly jobId: number;
  /** Name of the job. */
  readonly name: string;
}

const FILE = `
  select j.project_id as "projectId", a.size from job_artifacts a join jobs j on j.id = a.job_id
  where a.object = $1 and ${LIVE}`;

/** The lock waits for a sweep that deletes the file at the same time. */
const SAVE = `
  with file as (select object from job_artifacts where object = $1 for key share)
  insert into test_reports (object, error, failed, success, skipped, total_time, suite_error, cases)
  select object, $2, $3, $4, $5, $6, $7, $8 from file on conflict do nothing`;

/** Retried jobs do not count. */
const OF_PIPELINE = `
  from jobs j join job_artifacts a on a.job_id = j.id and a.file_type = 'junit' and ${LIVE}
  join test_reports r on r.object = a.object
  where j.pipeline_id = $1 and j.kind = 'build' and not j.retried order by j.id`;

const COLUMNS = `
  j.id as "jobId", j.name, jsonb_build_object('error', r.error, 'failed', r.failed, 'success', r.success, 'skipped', r.skipped) as counts,
  r.total_time as "totalTime", r.suite_error as "suiteError"`;

const SUMMARIES = `select ${COLUMNS}, null as cases ${OF_PIPELINE}`;

const REPORTS = `
  select ${COLUMNS},
    case when sum(octet_length(r.cases)) over (order by j.id) <= ${MOST_CASE_BYTES} then r.cases end as cases ${OF_PIPELINE}`;

/** All SQL about test reports. */
@Injectable()
export class TestReportsStore {
  /** Returns the file of a report; undefined when it was replaced or removed. */
  async file(db: Db, object: string): Promise<ReportFile | undefined> {
    const [file] = await db.prepared<ReportFile & Row>(FILE, [object]);
    return file;
  }

  /** Saves what the file of a report says. */
  async save(tx: Tx, object: string, { counts, totalTime, suiteError, cases }: TestReport): Promise<void> {
    const { error, failed, success, skipped } = counts;
    await tx.prepared(SAVE, [object, error, failed, success, skipped, totalTime, suiteError, cases]);
  }

  /** Returns the reports of the jobs of a pipeline, by job; without their tests, unless these are asked for. */
  ofPipeline(db: Db, pipelineId: number, { withCases }: { readonly withCases: boolean }): Promise<JobReport[]> {
    return db.prepared<JobReport & Row>(withCases ? REPORTS : SUMMARIES, [pipelineId]);
  }
}
