import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, v4, type CallOf } from '@hearth/http';
import { chooseFiles, diffParams, encodedPath, PageTexts } from '@hearth/pages';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams, refPath } from '../pages/page.params.js';
import { ReadTookTooLong, RefNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { parseRange, presentComparePage } from './compare-pages.view.js';
import { CompareFacts } from './compare.facts.js';

const ChoosePageParams = ProjectPageParams.extend({ from: v4.optional(refPath), to: v4.optional(refPath) });
const ComparePageParams = ProjectPageParams.extend({ range: refPath, ...diffParams });

/** Pages that compare branches, tags and commits. */
@Controller()
export class ComparePagesController {
  constructor(
    private readonly compareFacts: CompareFacts,
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/compare', {
    summary: 'Choose two branches, tags or commits to compare',
    ...CODE_PAGE,
    params: ChoosePageParams,
  })
  choose(@Call() call: CallOf<typeof ChoosePageParams>) {
    const { fullPath, defaultBranch } = call.project.project;
    const { from, to } = call.params;
    if (from !== undefined && to !== undefined)
      return new Redirect(`/${fullPath}/-/compare/${encodedPath(from)}...${encodedPath(to)}`);
    const values = { from: from ?? defaultBranch ?? '', to: to ?? '' };
    return this.pages.page(call, 'compare', presentComparePage(call.project, values));
  }

  @Endpoint.get('/-/project/:id/compare/:range', {
    summary: 'Compare two branches, tags or commits in a browser',
    ...CODE_PAGE,
    slashes: ['range'],
    params: ComparePageParams,
    refuses: [RefNotFound, ReadTookTooLong],
  })
  async compare(@Call() call: CallOf<typeof ComparePageParams>) {
    const { range, view, w, file } = call.params;
    const refs = parseRange(range);
    if (!refs) throw RefNotFound();
    const wanted = { ...refs, straight: false };
    const fact = await withinTime(
      this.compareFacts.compare(readerOf(call), wanted, { signal: call.signal, ignoresSpace: w }),
    );
    const files = chooseFiles(fact.files, { file });
    const html = await this.pageTexts.patches(files, call.caller);
    const diff = { files, html, all: fact.files.length, overflow: fact.overflow };
    const page = presentComparePage(call.project, refs, { ...fact, diff, options: { view, w, file } });
    return this.pages.page(call, 'compare', page);
  }
}
