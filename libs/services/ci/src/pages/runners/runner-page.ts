import { Injectable } from '@nestjs/common';
import type { EndpointCall, Html, PageRequest } from '@hearth/http';
import { FIRST_PAGE } from '@hearth/pages';
import { RunnerNotFound } from '../../refusals.js';
import { RunnerFacts, type RunnerFact } from '../../runners/runner.facts.js';
import { PageRenderer } from '../page-renderer.js';
import type { OneRunner } from './runner-page.params.js';
import { presentRunnerPage, presentRunnersPage, type RunnerPlace, type ShownForm } from './runner-pages.view.js';

/** Runners of other projects that are offered to be enabled. */
const OTHERS: PageRequest = { page: 1, perPage: 100 };

/** Pages of runners, for the endpoints of their forms. */
@Injectable()
export class RunnerPage {
  constructor(
    private readonly runnerFacts: RunnerFacts,
    private readonly pages: PageRenderer,
  ) {}

  async list(
    place: RunnerPlace,
    call: EndpointCall<unknown>,
    shown: ShownForm,
    request: PageRequest = FIRST_PAGE,
  ): Promise<Html> {
    const [page, others] = await Promise.all([
      this.runnersOf(place, call, request),
      place === 'project' ? this.runnerFacts.ofUser(call.user, { type: 'project_type' }, OTHERS) : { items: [] },
    ]);
    const data = presentRunnersPage(place, call, page, { others: others.items, now: new Date(), shown });
    return this.pages.page(call, 'runners', data);
  }

  /** @throws RunnerNotFound, RunnerForbidden */
  async one(place: RunnerPlace, call: EndpointCall<OneRunner>, shown: ShownForm): Promise<Html> {
    const fact = await this.found(place, call);
    return this.pages.page(call, 'runner', presentRunnerPage(place, call, fact, new Date(), shown));
  }

  /**
   * Returns the runner of a call.
   * @throws RunnerNotFound also for a runner of another group, or that is not enabled in the project of the call; RunnerForbidden
   */
  async found(place: RunnerPlace, call: EndpointCall<OneRunner>): Promise<RunnerFact> {
    const fact = await this.runnerFacts.one(call.params.runner_id, call.user);
    if (place === 'group' && fact.runner.groupId !== call.group.group.id) throw RunnerNotFound();
    if (place === 'project' && !fact.projects.some(({ id }) => id === call.project.project.id)) throw RunnerNotFound();
    return fact;
  }

  private runnersOf(place: RunnerPlace, call: EndpointCall<unknown>, request: PageRequest) {
    if (place === 'project') return this.runnerFacts.ofProject(call.project.project, {}, request);
    if (place === 'group') return this.runnerFacts.ofGroup(call.group.group, {}, request);
    return this.runnerFacts.all({}, request);
  }
}
