import { Controller } from '@nestjs/common';
import { Call, Endpoint, v4, type CallOf } from '@hearth/http';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { RefPathParams } from '../pages/page.params.js';
import { presentEmptyRepository } from '../pages/ref-page.view.js';
import { RefPathFacts } from '../pages/ref-path.facts.js';
import { FileNotFound, ReadTookTooLong, TreeNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { FindFileFacts } from './find-file.facts.js';
import { presentFindFile } from './find-file-pages.view.js';

const FindFileParams = RefPathParams.extend({ search: v4.optional(v4.text({ most: 255 })) });

/** Page that finds files by their paths. */
@Controller()
export class FindFilePagesController {
  constructor(
    private readonly refPathFacts: RefPathFacts,
    private readonly findFileFacts: FindFileFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/find_file/:path', {
    summary: 'Find files of a branch, a tag or a commit by their paths',
    ...CODE_PAGE,
    costly: true,
    slashes: ['path'],
    params: FindFileParams,
    refuses: [TreeNotFound, FileNotFound, ReadTookTooLong],
  })
  async find(@Call() call: CallOf<typeof FindFileParams>) {
    const { project, params, caller, signal } = call;
    const location = await this.refPathFacts.find(readerOf(call), params.path);
    if (!location) {
      const page = presentEmptyRepository(project, 'files', { baseUrl: caller.baseUrl, mayPush: false });
      return this.pages.page(call, 'empty-repository', page);
    }
    if (location.path !== '') throw FileNotFound();
    const { search = '' } = params;
    const found = await withinTime(this.findFileFacts.files(location, search, signal));
    return this.pages.page(call, 'find-file', presentFindFile(project, location.ref, search, found));
  }
}
