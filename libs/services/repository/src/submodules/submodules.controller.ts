import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import { CommitDetailView, presentCommitDetail } from '../commits/commit.view.js';
import { COMMIT_REFUSALS } from '../journal/commit-to-branch.js';
import {
  DirectoryTraversal,
  FilePathInvalid,
  FilePathMissing,
  SubmoduleCommitInvalid,
  SubmodulePathInvalid,
  SubmoduleUnchanged,
} from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { UpdateSubmoduleParams } from './submodule.params.js';
import { UpdateSubmodule } from './update.js';

@Controller()
export class SubmodulesController {
  constructor(
    private readonly updateSubmodule: UpdateSubmodule,
    private readonly commitsFacts: CommitsFacts,
  ) {}

  @Endpoint.put('/projects/:id/repository/submodules/:submodule', {
    summary: 'Point a submodule at another commit, by a commit on a branch',
    can: abilities.pushToBranch,
    authorize: abilities.downloadCode,
    anonymous: 'allowed',
    routeBy: 'storage',
    params: UpdateSubmoduleParams,
    returns: returns.json(CommitDetailView),
    refuses: [
      ...COMMIT_REFUSALS,
      ...[FilePathMissing, DirectoryTraversal, FilePathInvalid],
      ...[SubmoduleCommitInvalid, SubmodulePathInvalid, SubmoduleUnchanged],
    ],
  })
  async update(@Call() call: CallOf<typeof UpdateSubmoduleParams>): Promise<CommitDetailView> {
    const { project, params, user } = call;
    const id = await this.updateSubmodule.execute(project, user, {
      path: params.submodule,
      commit: params.commit_sha,
      branch: params.branch,
      message: params.commit_message,
    });
    return presentCommitDetail(await this.commitsFacts.detail(readerOf(call), id, true));
  }
}
