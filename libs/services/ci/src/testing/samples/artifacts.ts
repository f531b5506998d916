import { fileForm, type Made, type Samples, type Target } from '@hearth/testing';
import { runningJob } from './jobs.js';

/** A zip file with `a.txt`. */
const ZIP = Buffer.from(
  'UEsDBBQAAAAAAAAANkzHp4s7BAAAAAQAAAAFAAAAYS50eHR0ZXh0UEsBAhQDFAAAAAAAAAA2TMen' +
    'izsEAAAABAAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAACcAAAAAAA==',
  'base64',
);

/** Makes a running job that has uploaded artifacts. */
const uploadedArtifacts = async (target: Target): Promise<Made> => {
  const made = await runningJob(target);
  const { body, headers } = fileForm('file', ZIP);
  const path = `/jobs/${made.segments!['id']}/artifacts`;
  (await target.anonymous.request('POST', path, { headers: { ...made.headers, ...headers }, body })).expect(201);
  return made;
};

/** Makes a job that has succeeded, as has its pipeline, with artifacts. */
const keptArtifacts = async (target: Target): Promise<Made> => {
  const job_id = (await uploadedArtifacts(target)).segments!['id']!;
  await target.query(
    `with ended as (update ci.jobs set status = 'success' where id = $1 returning pipeline_id)
     update ci.pipelines set status = 'success' where id in (select pipeline_id from ended)`,
    [job_id],
  );
  return { segments: { job_id, ref_name: 'branch-1', artifact_path: 'a.txt' } };
};

/** Makes a pipeline with a page of jobs that have test reports. */
const pipelineWithReports = async ({ query, project, sha, user }: Target): Promise<Made> => {
  const [row] = await query<{ pipeline: number }>(
    `with made as (
       insert into ci.pipelines (iid, project_id, ref, tag, sha, source)
       values (1000000 + nextval(pg_get_serial_sequence('ci.pipelines', 'id')), $1, 'branch-1', false, $2, 'push') returning id),
     jobs as (
       insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, user_id)
       select id, $1, 'build', 'branch-1', $2, 'test', 'unit ' || place, 'success', $3 from made, generate_series(1, 100) place
       returning id, pipeline_id),
     files as (
       insert into ci.job_artifacts (object, job_id, file_type, size)
       select 'artifacts/samples/' || id, id, 'junit', 1 from jobs returning object, job_id)
     select id as pipeline from made`,
    [project, sha, user],
  );
  await query(
    `insert into ci.test_reports (object, total_time, success, failed, skipped, error, cases)
     select a.object, 1, 1, 0, 0, 0, '[{"status":"success","name":"a","classname":null,"time":1,"output":null}]'
     from ci.job_artifacts a join ci.jobs j on j.id = a.job_id where j.pipeline_id = $1`,
    [row!.pipeline],
  );
  return { segments: { pipeline_id: Number(row!.pipeline) } };
};

/** Requests for artifacts and reports of jobs. */
export const ARTIFACTS: Samples = {
  'POST /jobs/:id/artifacts/authorize': { before: runningJob, body: () => ({ filesize: 1 }) },
  'POST /jobs/:id/artifacts': { before: runningJob, form: 'file' },
  'GET /jobs/:id/artifacts': { before: uploadedArtifacts },
  'GET /projects/:id/jobs/:job_id/artifacts': { before: keptArtifacts },
  'GET /projects/:id/jobs/artifacts/:ref_name/download': { before: keptArtifacts, query: { job: 'unit' } },
  'GET /projects/:id/jobs/:job_id/artifacts/:artifact_path': { before: keptArtifacts },
  'GET /projects/:id/jobs/artifacts/:ref_name/raw/:artifact_path': { before: keptArtifacts, query: { job: 'unit' } },
  'POST /projects/:id/jobs/:job_id/artifacts/keep': { before: keptArtifacts },
  'DELETE /projects/:id/jobs/:job_id/artifacts': { before: keptArtifacts },
  'GET /-/project/:id/jobs/:job_id/artifacts/raw/:artifact_path': {
    segments: ({ project }) => ({ id: project }),
    before: keptArtifacts,
  },
  'GET /-/project/:id/jobs/:job_id/artifacts/download': {
    segments: ({ project }) => ({ id: project }),
    before: keptArtifacts,
  },
  'GET /projects/:id/pipelines/:pipeline_id/test_report': { before: pipelineWithReports },
  'GET /projects/:id/pipelines/:pipeline_id/test_report_summary': { before: pipelineWithReports },
};
