import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { RunnerEnabledBefore, RunnerForbidden, RunnerNotFound } from '../../refusals.js';
import { DisableRunner } from '../../runners/disable.js';
import { EnableRunner } from '../../runners/enable.js';
import { PageRenderer } from '../page-renderer.js';
import { RunnerPage } from './runner-page.js';
import { DisableRunnerFormParams, EnableRunnerFormParams, withNotice } from './runner-page.params.js';
import { runnersAddress } from './runner-pages.view.js';

/** Forms that enable and disable a runner in a project. */
@Controller()
export class RunnerFormsController {
  constructor(
    private readonly enableRunner: EnableRunner,
    private readonly disableRunner: DisableRunner,
    private readonly runnerPage: RunnerPage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.post('/-/project/:id/runners/enable', {
    summary: 'Enable a runner of another project in a browser',
    can: abilities.manageRunners,
    params: EnableRunnerFormParams,
    returns: returns.html,
    refuses: [RunnerNotFound, RunnerForbidden],
  })
  async enable(@Call() call: CallOf<typeof EnableRunnerFormParams>) {
    const { project, params, user } = call;
    const made = await attempt(
      () => this.enableRunner.execute(project.project.id, params.runner_id, user),
      [RunnerEnabledBefore],
      {},
      { [RunnerEnabledBefore.code]: 'runner_id' },
    );
    if ('failures' in made) return this.runnerPage.list('project', call, { failures: made.failures });
    return new Redirect(withNotice(runnersAddress('project', call), 'enabled'));
  }

  @Endpoint.post('/-/project/:id/runners/:runner_id/disable', {
    summary: 'Disable a runner in a project in a browser',
    can: abilities.manageRunners,
    params: DisableRunnerFormParams,
    returns: returns.html,
    refuses: [RunnerNotFound, RunnerForbidden],
  })
  async disable(@Call() call: CallOf<typeof DisableRunnerFormParams>) {
    const { id } = (await this.runnerPage.found('project', call)).runner;
    const back = runnersAddress('project', call);
    if (!call.params.confirmed) {
      const text = 'It takes no more jobs of this project, and works for its other projects as before.';
      const question = { title: 'Disable the runner?', text, button: 'Disable', back: `${back}/${id}` };
      return this.pages.confirm(call, question);
    }
    await this.disableRunner.execute(call.project.project.id, id, call.unlessModified);
    return new Redirect(withNotice(back, 'disabled'));
  }
}
