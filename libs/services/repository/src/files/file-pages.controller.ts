import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Redirect, returns, v4, type CallOf } from '@hearth/http';
import { PageTexts, presentPageProject } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { RefPathParams } from '../pages/page.params.js';
import { RefPathFacts } from '../pages/ref-path.facts.js';
import { refAddress } from '../pages/ref-page.view.js';
import { FileNotFound, ReadTookTooLong, TreeNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { FilePagesFacts, type FilePageFact } from './file-pages.facts.js';
import { presentFilePage, presentLines, presentRawFile, shownFile, type ShownFile } from './file-pages.view.js';

const READ = {
  can: abilities.downloadCode,
  authorize: 'before-params',
  routeBy: 'storage',
  slashes: ['path'],
  refuses: [TreeNotFound, FileNotFound, ReadTookTooLong],
} as const;
const FilePageParams = RefPathParams.extend({
  plain: v4.optional(v4.boolean()).describe('Whether to show the source of a rendered file'),
});
const RawPageParams = RefPathParams.extend({
  inline: v4.optional(v4.boolean()).describe('Whether to show the file; otherwise it is saved'),
});

/** Pages of the files of a repository, and their content for browsers. */
@Controller()
export class FilePagesController {
  constructor(
    private readonly refPathFacts: RefPathFacts,
    private readonly filePagesFacts: FilePagesFacts,
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/blob/:path', {
    summary: 'Show a file of the repository',
    ...READ,
    params: FilePageParams,
    returns: returns.html,
  })
  async blob(@Call() call: CallOf<typeof FilePageParams>) {
    const { project, params, signal } = call;
    const location = await this.refPathFacts.find(readerOf(call), params.path);
    if (!location) throw FileNotFound();
    const found = await this.filePagesFacts.find(location);
    if (!found) return new Redirect(refAddress(presentPageProject(project, 'files'), 'tree', location));
    const fact = await withinTime(this.filePagesFacts.shown(found, signal));
    const shown = shownFile(fact, params.plain ?? false);
    return this.pages.page(call, 'blob', await this.present(call, fact, shown));
  }

  @Endpoint.get('/-/project/:id/raw/:path', {
    summary: 'Show the content of a file in a browser',
    at: 'root',
    credentials: 'token-or-session',
    ...READ,
    params: RawPageParams,
    returns: returns.stream('text/plain', 'image/*'),
  })
  async raw(@Call() call: CallOf<typeof RawPageParams>) {
    const location = await this.refPathFacts.find(readerOf(call), call.params.path);
    const found = location && (await this.filePagesFacts.find(location));
    if (!found) throw FileNotFound();
    return presentRawFile(found, call.params.inline ?? true);
  }

  private async present({ project, caller }: CallOf<typeof FilePageParams>, fact: FilePageFact, shown: ShownFile) {
    const { ref, path } = fact;
    const mayPush = may(abilities.pushCode, project, caller.principal);
    if (shown.as === 'markdown') {
      const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
      const context = { project: project.project.fullPath, file: { ref, folder } };
      const [rendered] = await this.pageTexts.of([shown.text], context, caller);
      const { html } = rendered!;
      if (html !== null) return presentFilePage(project, fact, 'markdown', { html }, mayPush);
    }
    if (!('text' in shown)) return presentFilePage(project, fact, shown.as, {}, mayPush);
    const highlighted = await this.pageTexts.lines([{ text: shown.text, name: path }], caller);
    const lines = presentLines(shown.text, highlighted?.[0] ?? null);
    return presentFilePage(project, fact, 'lines', { lines }, mayPush);
  }
}
