import { Controller, type Type } from '@nestjs/common';
import {
  Call,
  Endpoint,
  Forbidden,
  GroupNotFound,
  ProjectNotFound,
  Redirect,
  returns,
  type CallOf,
  type EndpointCall,
} from '@hearth/http';
import { attempt, pageOf, placedFailures } from '@hearth/pages';
import { z } from 'zod';
import { abilities } from '../../abilities.js';
import { RunnerForbidden, RunnerNotFound, RunnerTakesNothing } from '../../refusals.js';
import { DeleteRunner } from '../../runners/delete.js';
import { RegisterRunner } from '../../runners/register.js';
import type { RunnerOwner } from '../../runners/runner-access.facts.js';
import { newRunnerSettings } from '../../runners/runner.params.js';
import { UpdateRunner } from '../../runners/update.js';
import { PageRenderer } from '../page-renderer.js';
import { RunnerPage } from './runner-page.js';
import { noticeOf, runnerChanges, runnerPageParams, withNotice, type RunnerPageParams } from './runner-page.params.js';
import { presentRunnerToken, runnersAddress, type RunnerPlace } from './runner-pages.view.js';

const LABELS = { tags_list: 'Tags' };
/** Fields of the form, by those of the API. */
const FIELDS = { tags_list: 'tag_list' };
const NewToken = z.object({ token: z.string() });
const PLACES = {
  group: { at: '/-/group/:id/runners', of: 'of a group', who: { can: abilities.manageGroupRunners } },
  project: { at: '/-/project/:id/runners', of: 'of a project', who: { can: abilities.manageRunners } },
  instance: { at: '/admin/runners', of: 'of the instance', who: { admin: true } },
} as const;

/** Builds the pages of runners, which are the same for projects, groups and the instance. */
function runnerPagesController(place: RunnerPlace): Type<object> {
  const { at, of, who } = PLACES[place];
  const Params = runnerPageParams(place);
  const html = { ...who, returns: returns.html } as const;

  @Controller()
  class RunnerPagesController {
    constructor(
      private readonly registerRunner: RegisterRunner,
      private readonly updateRunner: UpdateRunner,
      private readonly deleteRunner: DeleteRunner,
      private readonly runnerPage: RunnerPage,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(at, { summary: `Show the runners ${of}`, ...html, params: Params.list })
    list(@Call() call: CallOf<RunnerPageParams['list']>) {
      const { page, done } = call.params;
      return this.runnerPage.list(place, call, { notice: noticeOf(done) }, pageOf(page));
    }

    /** Redirects to a page that shows the token once, so that a reload creates no second runner. */
    @Endpoint.post(at, {
      summary: `Create a runner ${of} in a browser`,
      ...html,
      params: Params.create,
      refuses: [ProjectNotFound, GroupNotFound, Forbidden],
    })
    async create(@Call() call: CallOf<RunnerPageParams['create']>) {
      const { params, user } = call;
      const made = await attempt(
        () => this.registerRunner.create(ownerOf(place, call), newRunnerSettings(params), user),
        [RunnerTakesNothing],
        LABELS,
      );
      if ('failures' in made)
        return this.runnerPage.list(place, call, { values: params, failures: placedFailures(made.failures, FIELDS) });
      return new Redirect(`${runnersAddress(place, call)}/created`, { flash: { token: made.value.token } });
    }

    @Endpoint.get(`${at}/created`, {
      summary: `Show the token of a new runner ${of} once`,
      ...html,
      params: Params.created,
    })
    created(@Call() call: CallOf<RunnerPageParams['created']>) {
      const list = runnersAddress(place, call);
      const made = call.takeFlash(NewToken, `${list}/created`);
      if (!made) return new Redirect(withNotice(list, 'shown'));
      return this.pages.page(call, 'runner-token', presentRunnerToken(place, call, made.token));
    }

    @Endpoint.get(`${at}/:runner_id`, {
      summary: `Show a runner ${of}`,
      ...html,
      params: Params.show,
      refuses: [RunnerNotFound, RunnerForbidden],
    })
    show(@Call() call: CallOf<RunnerPageParams['show']>) {
      return this.runnerPage.one(place, call, { notice: noticeOf(call.params.done) });
    }

    @Endpoint.post(`${at}/:runner_id`, {
      summary: `Change a runner ${of} in a browser`,
      ...html,
      params: Params.update,
      refuses: [RunnerNotFound, RunnerForbidden],
    })
    async update(@Call() call: CallOf<RunnerPageParams['update']>) {
      const { params, user } = call;
      const { id } = (await this.runnerPage.found(place, call)).runner;
      const made = await attempt(
        () => this.updateRunner.execute(id, runnerChanges(params), user),
        [RunnerTakesNothing],
        LABELS,
      );
      if ('failures' in made)
        return this.runnerPage.one(place, call, { values: params, failures: placedFailures(made.failures, FIELDS) });
      return new Redirect(withNotice(`${runnersAddress(place, call)}/${id}`, 'saved'));
    }

    @Endpoint.post(`${at}/:runner_id/delete`, {
      summary: `Delete a runner ${of} in a browser`,
      ...html,
      params: Params.delete,
      refuses: [RunnerNotFound, RunnerForbidden],
    })
    async delete(@Call() call: CallOf<RunnerPageParams['delete']>) {
      const { id } = (await this.runnerPage.found(place, call)).runner;
      const list = runnersAddress(place, call);
      if (!call.params.confirmed) {
        const text = 'Its token is refused from then on: machines that use it take no more jobs.';
        const question = { title: 'Delete the runner?', text, button: 'Delete', back: `${list}/${id}` };
        return this.pages.confirm(call, question);
      }
      await this.deleteRunner.execute(id, call.user, call.unlessModified);
      return new Redirect(withNotice(list, 'deleted'));
    }
  }
  return RunnerPagesController;
}

function ownerOf(place: RunnerPlace, call: EndpointCall<unknown>): RunnerOwner {
  if (place === 'instance') return { kind: place };
  return place === 'group' ? { kind: place, id: call.group.group.id } : { kind: place, id: call.project.project.id };
}

/** Pages of the runners of projects. */
export class ProjectRunnerPagesController extends runnerPagesController('project') {}
/** Pages of the runners of groups. */
export class GroupRunnerPagesController extends runnerPagesController('group') {}
/** Pages of all runners, for admins. */
export class InstanceRunnerPagesController extends runnerPagesController('instance') {}
