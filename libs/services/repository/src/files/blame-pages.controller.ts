import { Controller } from '@nestjs/common';
import { Call, Endpoint, type CallOf } from '@hearth/http';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MOST_SHOWN_BYTES } from '../pages/shown-bytes.js';
import { RefPathParams } from '../pages/page.params.js';
import { RefPathFacts } from '../pages/ref-path.facts.js';
import { CommitNotFound, FileNotFound, FileTooLargeToBlame, ReadTookTooLong, TreeNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { presentBlamePage } from './blame-pages.view.js';
import { FilePagesFacts } from './file-pages.facts.js';
import { FilesFacts } from './files.facts.js';

/** Pages of the commits that the lines of a file come from. */
@Controller()
export class BlamePagesController {
  constructor(
    private readonly refPathFacts: RefPathFacts,
    private readonly filePagesFacts: FilePagesFacts,
    private readonly filesFacts: FilesFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/blame/:path', {
    summary: 'Show the commits that the lines of a file come from',
    ...CODE_PAGE,
    slashes: ['path'],
    costly: true,
    params: RefPathParams,
    refuses: [TreeNotFound, CommitNotFound, FileNotFound, FileTooLargeToBlame, ReadTookTooLong],
  })
  async show(@Call() call: CallOf<typeof RefPathParams>) {
    const { project, params, signal } = call;
    const location = await this.refPathFacts.find(readerOf(call), params.path);
    const file = location && (await this.filePagesFacts.find(location));
    if (!file) throw FileNotFound();
    const query = { filePath: file.path, ref: file.ref };
    const isLarge = file.blob.size > MOST_SHOWN_BYTES;
    const [fact, hunks] = await Promise.all([
      withinTime(this.filePagesFacts.shown(file, signal)),
      isLarge ? null : withinTime(this.filesFacts.blame(readerOf(call), query, signal)),
    ]);
    return this.pages.page(call, 'blame', presentBlamePage(project, fact, hunks));
  }
}
