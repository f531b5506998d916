import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall, type Html } from '@hearth/http';
import { attempt, pageOf, type FormFailure } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { RequestPipeline } from '../../pipelines/request.js';
import { PipelineInvalid, ScheduleNotFound, VariableInvalid } from '../../refusals.js';
import { ScheduleFacts } from '../../schedules/schedule.facts.js';
import { ScheduleParams } from '../../schedules/schedule.params.js';
import { ciMenu } from '../ci-menu.js';
import { PageRenderer } from '../page-renderer.js';
import { placedFailures } from '../pipelines/new-pipeline.rules.js';
import { ScheduleListParams } from './schedule-page.params.js';
import { presentSchedulesPage } from './schedule-pages.view.js';

/** The page of the schedules of a project. */
@Controller()
export class SchedulePagesController {
  constructor(
    private readonly scheduleFacts: ScheduleFacts,
    private readonly requestPipeline: RequestPipeline,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/pipeline_schedules', {
    summary: 'Show the schedules of a project in a browser',
    can: abilities.readPipelineSchedule,
    params: ScheduleListParams,
    returns: returns.html,
  })
  list(@Call() call: CallOf<typeof ScheduleListParams>) {
    return this.page(call, call.params.page, []);
  }

  @Endpoint.post('/-/project/:id/pipeline_schedules/:pipeline_schedule_id/play', {
    summary: 'Run a schedule now in a browser, with the rights of the caller',
    can: abilities.createPipeline,
    params: ScheduleParams,
    returns: returns.html,
    refuses: [ScheduleNotFound, PipelineInvalid, VariableInvalid],
  })
  async play(@Call() call: CallOf<typeof ScheduleParams>) {
    const { project } = call.project;
    const requested = await this.scheduleFacts.requested(project.id, call.params.pipeline_schedule_id);
    const made = await attempt(
      () => this.requestPipeline.execute(call.project, requested, call.user.userId),
      [PipelineInvalid, VariableInvalid],
      { base: '', key: 'The name of a variable' },
    );
    if ('failures' in made) return this.page(call, 1, placedFailures(made.failures));
    return new Redirect(`/${project.fullPath}/-/pipelines/${made.value}`);
  }

  private async page(call: EndpointCall<unknown>, page: number, failures: readonly FormFailure[]): Promise<Html> {
    const found = await this.scheduleFacts.page(call.project.project.id, null, pageOf(page));
    const menu = ciMenu(call.project, call.user, 'pipeline_schedules');
    const mayRun = may(abilities.createPipeline, call.project, call.user);
    const data = presentSchedulesPage(call.project, found, { menu, mayRun, failures });
    return this.pages.page(call, 'pipeline-schedules', data);
  }
}
