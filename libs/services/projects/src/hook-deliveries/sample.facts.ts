import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { NewestRecordsQuery } from '@hearth/ci-contracts';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { SearchMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import { FindRefsQuery, NewestReleaseQuery } from '@hearth/repository-contracts';
import { accessUser } from '../access/projects-caller.js';
import { PayloadsStore } from '../hook-payloads/payloads.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { HookNotTested } from '../refusals.js';
import { fullNameOf } from '../repositories/ref.rules.js';
import type { HookEvent, PushSubject, TestedTrigger } from './delivery.rules.js';

/** Event with which a hook is tested. */
export interface HookSample {
  readonly projectId: ProjectId;
  readonly event: HookEvent;
}

const NEEDED: Readonly<Record<TestedTrigger, string>> = {
  push_events: 'at least one commit',
  tag_push_events: 'at least one commit',
  issues_events: 'issues',
  confidential_issues_events: 'confidential issues',
  note_events: 'notes',
  confidential_note_events: 'notes on confidential issues',
  merge_requests_events: 'merge requests',
  pipeline_events: 'CI pipelines',
  job_events: 'CI jobs',
  deployment_events: 'deployments',
  releases_events: 'releases',
};

/** Reads the newest records of projects, for tests of their hooks. */
@Injectable()
export class HookSampleFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly payloadsStore: PayloadsStore,
  ) {}

  /**
   * Returns an event of the project, or of the oldest project of the group that has commits.
   * @throws HookNotTested without such a record
   */
  async of({ kind, id }: MemberSource, trigger: TestedTrigger, actor: Principal): Promise<HookSample> {
    const projectId = kind === 'project' ? id : await this.payloadsStore.firstPushedProject(this.db, id);
    if (projectId === undefined) throw HookNotTested({ kind: 'group', needed: 'a project with commits' });
    const event = await this.event(projectId, trigger, actor);
    if (!event) throw HookNotTested({ kind: 'project', needed: NEEDED[trigger] });
    return { projectId, event };
  }

  private async event(projectId: ProjectId, trigger: TestedTrigger, actor: Principal): Promise<HookEvent | undefined> {
    switch (trigger) {
      case 'push_events':
      case 'tag_push_events':
        return withSubject(trigger, await this.push(projectId, actor.userId));
      case 'issues_events':
      case 'confidential_issues_events':
        return withSubject(trigger, await this.issue(projectId, trigger === 'confidential_issues_events', actor));
      case 'note_events':
      case 'confidential_note_events':
        return withSubject(trigger, await this.note(projectId, trigger === 'confidential_note_events', actor));
      case 'merge_requests_events':
        return withSubject(trigger, await this.mergeRequest(projectId, actor));
      case 'pipeline_events':
        return withSubject(trigger, await this.pipeline(projectId));
      case 'job_events':
        return withSubject(trigger, await this.job(projectId));
      case 'deployment_events':
        return withSubject(trigger, await this.deployment(projectId));
      case 'releases_events':
        return withSubject(trigger, await this.release(projectId));
    }
  }

  private async push(projectId: ProjectId, userId: number): Promise<PushSubject | undefined> {
    const project = await this.payloadsStore.project(this.db, projectId);
    const defaultBranch = project?.defaultBranch ?? null;
    if (defaultBranch === null) return undefined;
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [defaultBranch], tags: [] });
    const newId = branches[0] ?? null;
    if (newId === null) return undefined;
    const ref = fullNameOf({ refType: 'branch', ref: defaultBranch });
    return { projectId, ref, oldId: null, newId, defaultBranch, userId };
  }

  private async issue(projectId: ProjectId, confidential: boolean, { userId }: Principal) {
    const issueId = await this.payloadsStore.newestIssue(this.db, projectId, confidential);
    return issueId === undefined ? undefined : ({ action: 'update', issueId, userId, changes: {} } as const);
  }

  private async note(projectId: ProjectId, confidential: boolean, { userId }: Principal) {
    const noteId = await this.payloadsStore.newestNote(this.db, projectId, confidential);
    return noteId === undefined ? undefined : ({ action: 'create', noteId, on: 'project', userId } as const);
  }

  private async mergeRequest(projectId: ProjectId, actor: Principal) {
    const wanted = { within: { projectId }, text: '', page: 1, perPage: 1, baseUrl: '', from: null };
    const { mergeRequests } = await this.calls.query(SearchMergeRequestsQuery, { user: accessUser(actor), ...wanted });
    const [newest] = mergeRequests;
    const { userId } = actor;
    return (
      newest && ({ action: 'update', mergeRequestId: newest.id, userId, changes: {}, previousHeadSha: null } as const)
    );
  }

  private async pipeline(projectId: ProjectId) {
    const { pipeline } = await this.calls.query(NewestRecordsQuery, { projectId });
    return pipeline ? { pipelineId: pipeline.id, status: pipeline.status } : undefined;
  }

  private async job(projectId: ProjectId) {
    const { job } = await this.calls.query(NewestRecordsQuery, { projectId });
    return job ? { jobId: job.id, status: job.status } : undefined;
  }

  private async deployment(projectId: ProjectId) {
    const { deployment } = await this.calls.query(NewestRecordsQuery, { projectId });
    return deployment ? { deploymentId: deployment.id } : undefined;
  }

  private async release(projectId: ProjectId) {
    const { release } = await this.calls.query(NewestReleaseQuery, { projectId });
    return release ? ({ action: 'create', release } as const) : undefined;
  }
}

function withSubject<Name extends TestedTrigger, Subject>(trigger: Name, subject: Subject | undefined) {
  return subject === undefined ? undefined : ({ trigger, subject } as const);
}
