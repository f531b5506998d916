import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { BuildFacts } from '../../builds/build.facts.js';
import { ciMenu } from '../ci-menu.js';
import { PageRenderer } from '../page-renderer.js';
import { presentJobList } from './job-list.view.js';
import { JobListParams } from './job-page.params.js';

/** The list of a project's jobs. */
@Controller()
export class JobListController {
  constructor(
    private readonly buildFacts: BuildFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/jobs', {
    summary: 'Show the jobs of a project in a browser',
    can: abilities.readBuild,
    params: JobListParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof JobListParams>) {
    const { status, page } = call.params;
    const request = { ...pageOf(page), sort: 'desc', statuses: status && [status] } as const;
    const found = await this.buildFacts.ofProject(call.project.project.id, request);
    const menu = ciMenu(call.project, call.user, 'jobs');
    return this.pages.page(call, 'jobs', presentJobList(call.project, found, { status, menu, now: new Date() }));
  }
}
