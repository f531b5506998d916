import { AccessLevel, type Principal } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import { MergeWhenPipelineSucceeded } from '../merges/merge-when-succeeded.js';
import { user, type FakeProject } from './fake-world.js';
import type { MergeRequestsApp } from './merge-requests-app.js';

/** Merge request in the format of the API. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

export const master = user(1);
export const developer = user(2);
export const author = user(3);
export const guest = user(4);

/** Actions and reads for specs about merging. */
export function mergeScene(app: MergeRequestsApp) {
  function newProject(overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = app.world.addProject({ visibility: 'internal', ...overrides });
    project.members.set(master.userId, AccessLevel.master);
    project.members.set(developer.userId, AccessLevel.developer);
    project.members.set(author.userId, AccessLevel.developer);
    project.members.set(guest.userId, AccessLevel.guest);
    return project;
  }

  /** A merge request of the author. */
  async function opened(project = newProject(), fields: object = {}): Promise<{ project: FakeProject; mr: Body }> {
    return { project, mr: await app.open(author, project, fields) };
  }

  const url = (mr: Body, rest = '') => `/projects/${mr.project_id}/merge_requests/${mr.iid}${rest}`;
  const accept = (caller: Principal | null, mr: Body, fields: object = {}) =>
    app.request(caller, 'PUT', url(mr, '/merge'), fields);
  const autoMerge = (caller: Principal, mr: Body, fields: object = {}) =>
    accept(caller, mr, { merge_when_pipeline_succeeds: true, ...fields });
  const cancel = (caller: Principal | null, mr: Body, method: 'PUT' | 'POST' = 'PUT') =>
    app.request(caller, method, url(mr, '/cancel_merge_when_pipeline_succeeds'));
  const read = async (mr: Body) => (await app.request(master, 'GET', url(mr))).body as Body;
  const pipeline = (mr: Body, status: PipelineStatus) => app.merges.pipelines.set(mr.sha as string, status);
  const runAutoMerge = (mr: Body) => app.get(MergeWhenPipelineSucceeded).execute({ mergeRequestId: mr.id as number });
  const mergesOf = (mr: Body) => app.merges.merged.filter(({ sourceTip }) => sourceTip === mr.sha);
  /** Author and text of each system note. */
  const notes = async (mr: Body) => {
    const rows = await app.testDatabase.query<{ by: number; body: string }>(
      'select author_id::int as by, body from notes where merge_request_id = $1 and system order by id',
      [mr.id],
    );
    return rows.map(({ by, body }) => [by, body]);
  };
  /** Number of jobs of a kind that are queued for the merge request. */
  const queued = async (name: string, mr: Body) => {
    const rows = await app.testDatabase.query(
      `select 1 from merge_requests_jobs.job where name = $1 and state < 'active'
         and jsonb_path_exists(data, '$.**.mergeRequestId ? (@ == $id)', jsonb_build_object('id', $2::bigint))`,
      [name, mr.id],
    );
    return rows.length;
  };
  return { newProject, opened, accept, autoMerge, cancel, read, pipeline, runAutoMerge, mergesOf, notes, queued };
}
