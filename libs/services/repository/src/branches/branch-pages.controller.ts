import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, v4, type CallOf } from '@hearth/http';
import { attempt, confirmed, defineNotices, pageOf, type FormFailure } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { MOVE_REFUSALS } from '../journal/move-refs.js';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams, refListParams, refPath } from '../pages/page.params.js';
import { BranchNotFound, RefChangeRefused } from '../refusals.js';
import { presentBranchesPage } from './branch-pages.view.js';
import { BranchesFacts } from './branches.facts.js';
import { DeleteBranch } from './delete.js';

const { done, noticeOf, withNotice } = defineNotices({ deleted: 'The branch is deleted.' });
const BranchesPageParams = refListParams(done);
const BranchStateParams = ProjectPageParams.extend({ state: v4.oneOf(['all', 'active', 'stale', 'yours']) });
const DeleteBranchFormParams = ProjectPageParams.extend({ branch: refPath, confirmed });

/** Pages of the branches of a repository. */
@Controller()
export class BranchPagesController {
  constructor(
    private readonly branchesFacts: BranchesFacts,
    private readonly deleteBranch: DeleteBranch,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/branches', {
    summary: 'Show the branches',
    ...CODE_PAGE,
    params: BranchesPageParams,
  })
  list(@Call() call: CallOf<typeof BranchesPageParams>) {
    const { search = '', page } = call.params;
    return this.page(call, { search, page, notice: noticeOf(call.params.done), failures: [] });
  }

  @Endpoint.get('/-/project/:id/branches/:state', {
    summary: 'Redirect from the lists of branches in GitLab to the branches',
    ...CODE_PAGE,
    params: BranchStateParams,
  })
  ofState(@Call() { project }: CallOf<typeof BranchStateParams>) {
    return new Redirect(`/${project.project.fullPath}/-/branches`);
  }

  @Endpoint.post('/-/project/:id/branches/:branch/delete', {
    summary: 'Delete a branch in a browser',
    can: abilities.pushCode,
    authorize: 'before-params',
    routeBy: 'storage',
    slashes: ['branch'],
    params: DeleteBranchFormParams,
    returns: returns.html,
    refuses: [BranchNotFound, ...MOVE_REFUSALS],
  })
  async delete(@Call() call: CallOf<typeof DeleteBranchFormParams>) {
    const { project, params, user, unlessModified } = call;
    const { id, fullPath } = project.project;
    const back = `/${fullPath}/-/branches`;
    if (!params.confirmed) {
      const { name, merged } = await this.branchesFacts.one(id, params.branch);
      const text = merged
        ? 'The default branch has its commits.'
        : 'Commits that no other branch or tag has are lost after some time.';
      return this.pages.confirm(call, { title: `Delete the branch “${name}”?`, text, button: 'Delete', back });
    }
    const write = () => this.deleteBranch.execute(id, params.branch, user, unlessModified);
    const made = await attempt(write, [RefChangeRefused]);
    if ('value' in made) return new Redirect(withNotice(back, 'deleted'));
    return this.page(call, { search: '', page: 1, notice: null, failures: made.failures });
  }

  private async page(
    call: CallOf<typeof ProjectPageParams>,
    shown: { search: string; page: number; notice: string | null; failures: readonly FormFailure[] },
  ) {
    const { search, page, notice, failures } = shown;
    const { project, caller } = call;
    const branches = await this.branchesFacts.page(project.project.id, { search, ...pageOf(page) });
    const distances = await this.branchesFacts.distances(project.project.id, branches.items);
    const listed = { refs: branches, search, notice, failures };
    const data = presentBranchesPage(project, caller.principal, listed, distances);
    return this.pages.page(call, 'branches', data);
  }
}
