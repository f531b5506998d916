import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { SignaturesBusy } from '@hearth/identity-contracts';
import { Call, Endpoint, v4, type CallOf } from '@hearth/http';
import { chooseFiles, diffParams, pageOf, PageTexts } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { CommitCommentsFacts } from '../commit-comments/commit-comments.facts.js';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { CommitPathParams, lineParams, ProjectPageParams, RefPathParams } from '../pages/page.params.js';
import { RefPathFacts } from '../pages/ref-path.facts.js';
import { presentEmptyRepository } from '../pages/ref-page.view.js';
import { CommitNotFound, FileNotFound, ReadTookTooLong, TreeNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { CommitPagesFacts } from './commit-pages.facts.js';
import { presentCommitPage, presentCommitsPage } from './commit-pages.view.js';
import { CommitSignatureFacts } from './commit-signature.facts.js';
import { CommitsFacts } from './commits.facts.js';

const LIST = { ...CODE_PAGE, refuses: [TreeNotFound, FileNotFound, ReadTookTooLong] } as const;

/** Comments on the page of a commit; the API lists the others. */
const MOST_COMMENTS = 100;

const SEARCH = {
  search: v4.optional(v4.text({ most: 255 })).describe('Text in the messages or authors'),
  in: v4.optional(v4.oneOf(['message', 'author'])).transform((given) => given ?? 'message'),
  page: v4.page.page,
};
const CommitsPageParams = ProjectPageParams.extend(SEARCH);
const RefCommitsPageParams = RefPathParams.extend(SEARCH);
const CommitPageParams = CommitPathParams.extend({ ...diffParams, ...lineParams });

/** Pages of the commits of a repository. */
@Controller()
export class CommitPagesController {
  constructor(
    private readonly refPathFacts: RefPathFacts,
    private readonly commitPagesFacts: CommitPagesFacts,
    private readonly commitsFacts: CommitsFacts,
    private readonly commitCommentsFacts: CommitCommentsFacts,
    private readonly pageTexts: PageTexts,
    private readonly commitSignatureFacts: CommitSignatureFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/commits', {
    summary: 'Show the commits of the default branch',
    ...LIST,
    params: CommitsPageParams,
  })
  ofDefault(@Call() call: CallOf<typeof CommitsPageParams>) {
    return this.list(call, undefined);
  }

  @Endpoint.get('/-/project/:id/commits/:path', {
    summary: 'Show the commits of a branch or tag, or of a path there',
    ...LIST,
    slashes: ['path'],
    params: RefCommitsPageParams,
  })
  ofRef(@Call() call: CallOf<typeof RefCommitsPageParams>) {
    return this.list(call, call.params.path);
  }

  @Endpoint.get('/-/project/:id/commit/:sha', {
    summary: 'Show a commit with its changes',
    ...CODE_PAGE,
    params: CommitPageParams,
    refuses: [CommitNotFound, ReadTookTooLong],
  })
  async commit(@Call() call: CallOf<typeof CommitPageParams>) {
    const { project, params, signal, caller } = call;
    const { view, w, file, on, comment } = params;
    const reader = readerOf(call);
    const [fact, diff] = await Promise.all([
      this.commitsFacts.one(reader, params.sha, false),
      withinTime(this.commitsFacts.diff(reader, params.sha, { signal, ignoresSpace: w })),
    ]);
    const request = { page: 1, perPage: MOST_COMMENTS };
    const comments = await this.commitCommentsFacts.page(project.project.id, fact.commit.id, request);
    const noted = new Set(comments.items.map(({ comment: each }) => each.position?.newPath ?? each.path));
    const files = chooseFiles(diff.files, { file }, ({ newPath }, id) => {
      if (id === on) return 'drafted';
      return noted.has(newPath) ? 'commented' : 'by-size';
    });
    const bodies = comments.items.map(({ comment }) => comment.note);
    const [html, signature, texts] = await Promise.all([
      this.pageTexts.patches(files, caller),
      this.commitSignatureFacts.of(reader, fact.commit).catch(unlessBusy),
      this.pageTexts.of(bodies, { project: project.project.fullPath }, caller),
    ]);
    const shownDiff = { files, html, all: diff.files.length, overflow: diff.overflow };
    const shown = { ...fact, diff: shownDiff, signature, comments, texts };
    const options = { view, w, file, on, comment };
    return this.pages.page(call, 'commit', presentCommitPage(project, caller.principal, shown, options));
  }

  private async list(call: CallOf<typeof CommitsPageParams>, text: string | undefined) {
    const { project, params, caller, signal } = call;
    const location = await this.refPathFacts.find(readerOf(call), text);
    if (!location) {
      const mayPush = may(abilities.pushCode, project, caller.principal);
      const page = presentEmptyRepository(project, 'commits', { baseUrl: caller.baseUrl, mayPush });
      return this.pages.page(call, 'empty-repository', page);
    }
    const search = params.search === undefined ? null : { in: params.in, text: params.search };
    const fact = await withinTime(this.commitPagesFacts.page(location, search, pageOf(params.page), signal));
    return this.pages.page(call, 'commits', presentCommitsPage(project, fact));
  }
}

/** Without a check, the page shows no signature. */
function unlessBusy(error: unknown): null {
  if (SignaturesBusy.is(error)) return null;
  throw error;
}
