import { Controller } from '@nestjs/common';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ACTION_REFUSALS, ApplyCommitRefused, BranchNotFound, CommitNotFound } from '../refusals.js';
import { ApplyCommit } from './apply-commit.js';
import type { ApplyKind } from './apply-commit.rules.js';
import { CommitDetailView, presentCommitDetail } from './commit.view.js';
import { ApplyCommitParams, BATCH_LIMIT, CreateCommitParams } from './commit-writes.params.js';
import { COMMIT_REFUSALS } from '../journal/commit-to-branch.js';
import { readerOf } from '../repositories/reader.js';
import { CommitsFacts } from './commits.facts.js';
import { CreateCommit } from './create.js';
import { FindStart, START_REFUSALS } from './find-start.js';

const WRITE = {
  can: abilities.pushToBranch,
  authorize: abilities.downloadCode,
  anonymous: 'allowed',
  routeBy: 'storage',
} as const;

const APPLY_REFUSALS = [...COMMIT_REFUSALS, ApplyCommitRefused, CommitNotFound, BranchNotFound] as const;

@Controller()
export class CommitWritesController {
  constructor(
    private readonly createCommit: CreateCommit,
    private readonly findStart: FindStart,
    private readonly applyCommit: ApplyCommit,
    private readonly commitsFacts: CommitsFacts,
  ) {}

  @Endpoint.post('/projects/:id/repository/commits', {
    summary: 'Create a commit with several changes of files',
    ...WRITE,
    jsonLimit: BATCH_LIMIT,
    params: CreateCommitParams,
    returns: returns.json(CommitDetailView),
    refuses: [...COMMIT_REFUSALS, ...ACTION_REFUSALS, ...START_REFUSALS],
  })
  async create(@Call() call: CallOf<typeof CreateCommitParams>): Promise<CommitDetailView> {
    const { project, params, user } = call;
    const { branch } = params;
    const start = { branch: params.start_branch, sha: params.start_sha, project: params.start_project };
    const id = await this.createCommit.execute(project, user, {
      branch,
      startBranch: params.start_branch,
      start: (repository) => this.findStart.execute(repository, { access: project, principal: user, branch, start }),
      force: params.force,
      allowEmpty: params.allow_empty,
      message: params.commit_message,
      authorName: params.author_name,
      authorEmail: params.author_email,
      actions: (params.actions ?? []).map((action) => ({
        action: action.action,
        filePath: action.file_path,
        previousPath: action.previous_path,
        content: action.content,
        encoding: action.encoding,
        lastCommitId: action.last_commit_id,
        executable: action.execute_filemode,
      })),
    });
    return presentCommitDetail(await this.commitsFacts.detail(readerOf(call), id, params.stats ?? true));
  }

  @Endpoint.post('/projects/:id/repository/commits/:sha/cherry_pick', {
    summary: 'Cherry-pick a commit to a branch',
    ...WRITE,
    params: ApplyCommitParams,
    returns: returns.json(CommitView),
    refuses: APPLY_REFUSALS,
  })
  cherryPick(@Call() call: CallOf<typeof ApplyCommitParams>): Promise<CommitView> {
    return this.apply('cherry-pick', call);
  }

  @Endpoint.post('/projects/:id/repository/commits/:sha/revert', {
    summary: 'Revert a commit on a branch',
    ...WRITE,
    params: ApplyCommitParams,
    returns: returns.json(CommitView),
    refuses: APPLY_REFUSALS,
  })
  revert(@Call() call: CallOf<typeof ApplyCommitParams>): Promise<CommitView> {
    return this.apply('revert', call);
  }

  private async apply(kind: ApplyKind, call: CallOf<typeof ApplyCommitParams>): Promise<CommitView> {
    const { project, params, user } = call;
    const id = await this.applyCommit.execute(kind, project, user, params);
    return presentCommit((await this.commitsFacts.one(readerOf(call), id, false)).commit);
  }
}
