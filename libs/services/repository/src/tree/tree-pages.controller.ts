import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Redirect, v4, type CallOf } from '@hearth/http';
import { PageTexts, presentPageProject } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { isMarkdown } from '../files/file-kind.rules.js';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams, RefPathParams } from '../pages/page.params.js';
import { RefPathFacts } from '../pages/ref-path.facts.js';
import { presentEmptyRepository, refAddress } from '../pages/ref-page.view.js';
import { FileNotFound, ReadTookTooLong, TreeNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { TreePagesFacts, type TreePageFact } from './tree-pages.facts.js';
import { presentTreePage } from './tree-pages.view.js';

const SHOW = { ...CODE_PAGE, refuses: [TreeNotFound, FileNotFound, ReadTookTooLong] } as const;
const RootPageParams = ProjectPageParams.extend({ page: v4.page.page });
const TreePageParams = RefPathParams.extend({ page: v4.page.page });

/** Pages of the folders of a repository. */
@Controller()
export class TreePagesController {
  constructor(
    private readonly refPathFacts: RefPathFacts,
    private readonly treePagesFacts: TreePagesFacts,
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/tree', {
    summary: 'Show the files of the default branch',
    ...SHOW,
    params: RootPageParams,
  })
  root(@Call() call: CallOf<typeof RootPageParams>) {
    return this.show(call, undefined);
  }

  @Endpoint.get('/-/project/:id/tree/:path', {
    summary: 'Show a folder of the repository',
    ...SHOW,
    slashes: ['path'],
    params: TreePageParams,
  })
  tree(@Call() call: CallOf<typeof TreePageParams>) {
    return this.show(call, call.params.path);
  }

  private async show(call: CallOf<typeof RootPageParams>, text: string | undefined) {
    const { project, caller, params, signal } = call;
    const location = await this.refPathFacts.find(readerOf(call), text);
    const mayPush = may(abilities.pushCode, project, caller.principal);
    if (!location) {
      const page = presentEmptyRepository(project, 'files', { baseUrl: caller.baseUrl, mayPush });
      return this.pages.page(call, 'empty-repository', page);
    }
    const fact = await withinTime(this.treePagesFacts.page(location, params.page, signal));
    if (!fact) return new Redirect(refAddress(presentPageProject(project, 'files'), 'blob', location));
    return this.pages.page(call, 'tree', presentTreePage(project, fact, await this.readmeOf(call, fact), mayPush));
  }

  /** Returns the README as HTML; null when its text is shown, or there is none. */
  private async readmeOf(
    { project, caller }: CallOf<typeof RootPageParams>,
    { ref, path, readme }: TreePageFact,
  ): Promise<string | null> {
    if (!readme || !isMarkdown(readme.name)) return null;
    const context = { project: project.project.fullPath, file: { ref, folder: path } };
    const [rendered] = await this.pageTexts.of([readme.text], context, caller);
    return rendered!.html;
  }
}
