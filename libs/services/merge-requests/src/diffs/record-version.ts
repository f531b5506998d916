import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Job } from '@hearth/jobs';
import { ApprovalsStore } from '../approvals/approvals.store.js';
import { SyncMergeRequestJob } from '../jobs.js';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { inProgress, isWorkInProgress } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { MergeRequestNotesStore } from '../notes/merge-request-notes.store.js';
import { pushNote, unfinished, type PushedCommits } from './push-note.rules.js';
import { PushedCommitsFacts } from './pushed-commits.facts.js';
import { VersionFacts } from './version.facts.js';
import { VersionsStore, type VersionColumns } from './versions.store.js';

interface Occasion {
  readonly mergeRequestId: number;
  /** Whether a version is also created where only the target differs: the target branch was changed, or the merge request was reopened. */
  readonly again?: boolean;
  /** User who moved the source branch; null: not known. */
  readonly userId?: UserId | null;
}

/** Commits of pushes, with the names for their note. */
interface Pushed extends PushedCommits {
  readonly authorId: UserId;
  /** Full path of the target; undefined where it is hidden from the author. */
  readonly targetPath: string | undefined;
}

/** Updates an open merge request from its source branch: a moved branch creates a version with a note, and ends the automatic merge and the approvals. */
@Injectable()
export class RecordVersion {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly versionsStore: VersionsStore,
    private readonly approvalsStore: ApprovalsStore,
    private readonly versionFacts: VersionFacts,
    private readonly pushedCommitsFacts: PushedCommitsFacts,
    private readonly mergeRequestNotesStore: MergeRequestNotesStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /** May be repeated at any time; does nothing where the merge request is not open, or a branch is gone. */
  @Job(SyncMergeRequestJob)
  async execute({ mergeRequestId, again = false, userId = null }: Occasion): Promise<void> {
    const before = await this.mergeRequestsStore.findById(this.db, mergeRequestId);
    if (before?.state !== 'opened') return;
    const version = await this.versionFacts.current(before.iid, before);
    if (!version || (!again && version.headSha === before.headSha)) return;
    // Pushes while it was closed get no note, as in the reference.
    const pushed = again ? undefined : await this.pushed(before, version, userId);
    await this.db.tx(async (tx) => {
      const locked = await this.mergeRequestsStore.lock(tx, { id: mergeRequestId });
      // Another run was faster, or the branches have changed: the job added with that change creates the version.
      if (locked?.state !== 'opened' || locked.targetBranch !== before.targetBranch) return;
      if (locked.headSha !== before.headSha) return;
      const isMoved = version.headSha !== locked.headSha;
      if (!isMoved && isSame(version, await this.versionsStore.latest(tx, mergeRequestId))) return;
      const versionId = await this.versionsStore.add(tx, mergeRequestId, version);
      if (isMoved) await this.versionsStore.clearAutoMerge(tx, mergeRequestId);
      if (isMoved) await this.approvalsStore.reset(tx, mergeRequestId, locked.targetProjectId);
      if (pushed) await this.tell(tx, locked, pushed, versionId);
      const values = isMoved ? { previousHeadSha: locked.headSha } : {};
      await this.mergeRequestEvents.updated(tx, { ...locked, headSha: version.headSha }, ['version'], userId, values);
    });
  }

  private async pushed(
    mergeRequest: MergeRequestRecord,
    version: VersionColumns,
    userId: UserId | null,
  ): Promise<Pushed | undefined> {
    const commits = await this.pushedCommitsFacts.between(mergeRequest, version);
    const authorId = userId ?? mergeRequest.authorId;
    const target = commits && (await this.pushedCommitsFacts.target(mergeRequest, authorId));
    return commits && { ...commits, authorId, targetPath: target?.fullPath };
  }

  /** Adds a note about the commits; an unfinished commit turns the merge request into a draft. */
  private async tell(tx: Tx, mergeRequest: MergeRequestRecord, pushed: Pushed, versionId: number): Promise<void> {
    const { id, iid, title, headSha } = mergeRequest;
    const { authorId, targetPath: path } = pushed;
    const isFork = mergeRequest.sourceProjectId !== mergeRequest.targetProjectId;
    const namespace = isFork && path !== undefined ? `${path.slice(0, path.lastIndexOf('/'))}:` : '';
    const note = pushNote(pushed, {
      before: headSha!,
      targetBranch: `${namespace}${mergeRequest.targetBranch}`,
      url:
        path === undefined ? null : `/${path}/merge_requests/${iid}/diffs?diff_id=${versionId}&start_sha=${headSha!}`,
    });
    const draft = isWorkInProgress(title) ? undefined : unfinished(pushed);
    const marked = draft && inProgress(title);
    if (marked !== undefined) await this.mergeRequestsStore.setTitle(tx, id, marked);
    const marks = marked === undefined ? [] : [`marked as a **Work In Progress** from ${draft!.id}`];
    await this.mergeRequestNotesStore.append(tx, mergeRequest, authorId, [note, ...marks]);
  }
}

function isSame(version: VersionColumns, latest: VersionColumns | undefined): boolean {
  return version.baseSha === latest?.baseSha && version.startSha === latest.startSha;
}
