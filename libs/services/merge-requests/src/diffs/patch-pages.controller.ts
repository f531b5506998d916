import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { newestVersionOf } from './version.facts.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { MergeRequestNotFound } from '../refusals.js';
import { OneParams } from '../pages/page.params.js';

const REDIRECT = {
  at: 'root',
  credentials: 'token-or-session',
  can: abilities.readMergeRequest,
  params: OneParams,
  returns: returns.redirect,
  refuses: [MergeRequestNotFound],
} as const;

/** Redirects from the `.patch` and `.diff` of a merge request to those of the comparison of its newest version. */
@Controller()
export class PatchPagesController {
  constructor(private readonly mergeRequestFacts: MergeRequestFacts) {}

  @Endpoint.get('/-/project/:id/merge_requests/:iid.patch', {
    summary: 'Redirect to the commits of a merge request in mbox format, for git am',
    ...REDIRECT,
  })
  patch(@Call() call: CallOf<typeof OneParams>) {
    return this.redirect(call, 'patch');
  }

  @Endpoint.get('/-/project/:id/merge_requests/:iid.diff', {
    summary: 'Redirect to the changes of a merge request as a diff',
    ...REDIRECT,
  })
  diff(@Call() call: CallOf<typeof OneParams>) {
    return this.redirect(call, 'diff');
  }

  private async redirect(call: CallOf<typeof OneParams>, format: 'patch' | 'diff'): Promise<URL> {
    const { project, params, user, caller } = call;
    const version = newestVersionOf(await this.mergeRequestFacts.one(project, params.iid, user));
    if (!version?.baseSha) throw MergeRequestNotFound();
    const { baseSha, headSha } = version;
    return new URL(`${caller.baseUrl}/${project.project.fullPath}/-/compare/${baseSha}...${headSha}.${format}`);
  }
}
