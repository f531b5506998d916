import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt, confirmed, defineNotices, pageOf, presentPageProject, type FormFailure } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { MOVE_REFUSALS } from '../journal/move-refs.js';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams, refListParams, refPath } from '../pages/page.params.js';
import { refAddress } from '../pages/ref-page.view.js';
import { RefChangeRefused, TagNotFound } from '../refusals.js';
import { DeleteTag } from './delete.js';
import { presentTagsPage } from './tag-pages.view.js';
import { TagsFacts } from './tags.facts.js';

const { done, noticeOf, withNotice } = defineNotices({ deleted: 'The tag is deleted.' });
const TagsPageParams = refListParams(done);
const TagPageParams = ProjectPageParams.extend({ tag: refPath });
const DeleteTagFormParams = TagPageParams.extend({ confirmed });

/** Pages of the tags of a repository. */
@Controller()
export class TagPagesController {
  constructor(
    private readonly tagsFacts: TagsFacts,
    private readonly deleteTag: DeleteTag,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/tags', {
    summary: 'Show the tags',
    ...CODE_PAGE,
    params: TagsPageParams,
  })
  list(@Call() call: CallOf<typeof TagsPageParams>) {
    const { search = '', page } = call.params;
    return this.page(call, { search, page, notice: noticeOf(call.params.done), failures: [] });
  }

  @Endpoint.post('/-/project/:id/tags/:tag/delete', {
    summary: 'Delete a tag in a browser',
    can: abilities.pushCode,
    authorize: 'before-params',
    routeBy: 'storage',
    slashes: ['tag'],
    params: DeleteTagFormParams,
    returns: returns.html,
    refuses: [TagNotFound, ...MOVE_REFUSALS],
  })
  async delete(@Call() call: CallOf<typeof DeleteTagFormParams>) {
    const { project, params, user, unlessModified } = call;
    const { id, fullPath } = project.project;
    const back = `/${fullPath}/-/tags`;
    if (!params.confirmed) {
      const { name, release } = await this.tagsFacts.one(id, params.tag);
      const text = release
        ? 'Its release is deleted, too.'
        : 'Commits that no branch or other tag has are lost after some time.';
      return this.pages.confirm(call, { title: `Delete the tag “${name}”?`, text, button: 'Delete', back });
    }
    const write = () => this.deleteTag.execute(id, params.tag, user, unlessModified);
    const made = await attempt(write, [RefChangeRefused]);
    if ('value' in made) return new Redirect(withNotice(back, 'deleted'));
    return this.page(call, { search: '', page: 1, notice: null, failures: made.failures });
  }

  // After the address of its deletion, which is longer: slashes belong to the first that fits.
  @Endpoint.get('/-/project/:id/tags/:tag', {
    summary: 'Redirect from a tag to its files',
    ...CODE_PAGE,
    slashes: ['tag'],
    params: TagPageParams,
  })
  one(@Call() { project, params }: CallOf<typeof TagPageParams>) {
    return new Redirect(refAddress(presentPageProject(project, 'files'), 'tree', { ref: params.tag, path: '' }));
  }

  private async page(
    call: CallOf<typeof ProjectPageParams>,
    shown: { search: string; page: number; notice: string | null; failures: readonly FormFailure[] },
  ) {
    const { search, page, notice, failures } = shown;
    const { project, caller } = call;
    const query = { orderBy: 'updated', sort: 'desc', search, ...pageOf(page) } as const;
    const tags = await this.tagsFacts.page(project.project.id, query);
    const data = presentTagsPage(project, caller.principal, { refs: tags, search, notice, failures });
    return this.pages.page(call, 'tags', data);
  }
}
