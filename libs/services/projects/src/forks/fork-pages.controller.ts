import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { EVERY_PROJECT } from '../projects/project-list.rules.js';
import { presentForkList } from './fork-pages.view.js';

const ForkPageParams = z.object({ id: v4.project(), search: v4.search(), page: v4.page.page });

/** Page of the forks of a project. */
@Controller()
export class ForkPagesController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/forks', {
    summary: 'Show the forks of a project that the caller may see, and its source',
    can: abilities.readProject,
    params: ForkPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof ForkPageParams>) {
    const { params, project, caller } = call;
    const { id } = project.project;
    const { search } = params;
    const filters = { ...EVERY_PROJECT, orderBy: 'lastActivityAt', sort: 'desc', ...(search && { search }) } as const;
    const [record, forks] = await Promise.all([
      this.projectFacts.one({ id }, caller.principal),
      this.projectFacts.pageOfForks(id, caller.principal, filters, pageOf(params.page)),
    ]);
    return this.pages.page(call, 'forks', presentForkList(project, record, forks, search?.text ?? ''));
  }
}
