import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { PipelineSummaryView, presentPipelineSummary } from '../pipelines/pipeline.view.js';
import { RequestPipeline } from '../pipelines/request.js';
import { PipelineInvalid, ScheduleInvalid, ScheduleNotFound, VariableInvalid } from '../refusals.js';
import { CreateSchedule } from './create.js';
import { DeleteSchedule } from './delete.js';
import { ScheduleFacts } from './schedule.facts.js';
import {
  CreateScheduleParams,
  ScheduleParams,
  SchedulePipelinesParams,
  SchedulesParams,
  UpdateScheduleParams,
} from './schedule.params.js';
import { changedInputs } from './schedule.rules.js';
import {
  PlayedScheduleView,
  ScheduleDetailView,
  ScheduleView,
  presentSchedule,
  presentScheduleDetail,
} from './schedule.view.js';
import { UpdateSchedule } from './update.js';

@Controller()
export class SchedulesController {
  constructor(
    private readonly scheduleFacts: ScheduleFacts,
    private readonly createSchedule: CreateSchedule,
    private readonly updateSchedule: UpdateSchedule,
    private readonly deleteSchedule: DeleteSchedule,
    private readonly requestPipeline: RequestPipeline,
  ) {}

  @Endpoint.get('/projects/:id/pipeline_schedules', {
    summary: 'List the schedules of pipelines of a project',
    can: abilities.readPipelineSchedule,
    params: SchedulesParams,
    returns: returns.page(ScheduleView),
  })
  async list(@Call() { project, params, caller }: CallOf<typeof SchedulesParams>): Promise<Page<ScheduleView>> {
    const { page, per_page: perPage, scope } = params;
    const active = scope === undefined ? null : scope === 'active';
    const schedules = await this.scheduleFacts.page(project.project.id, active, { page, perPage });
    return schedules.map((fact) => presentSchedule(fact, caller.baseUrl));
  }

  @Endpoint.get('/projects/:id/pipeline_schedules/:pipeline_schedule_id', {
    summary: 'Get a schedule of pipelines',
    can: abilities.readPipelineSchedule,
    params: ScheduleParams,
    returns: returns.json(ScheduleDetailView),
    refuses: [ScheduleNotFound],
  })
  async one(@Call() { project, params, caller }: CallOf<typeof ScheduleParams>): Promise<ScheduleDetailView> {
    const fact = await this.scheduleFacts.one(project, params.pipeline_schedule_id, caller.principal);
    return presentScheduleDetail(fact, caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/pipeline_schedules', {
    summary: 'Create a schedule of pipelines',
    can: abilities.createPipelineSchedule,
    params: CreateScheduleParams,
    returns: returns.json(ScheduleDetailView),
    refuses: [ScheduleInvalid],
  })
  async create(
    @Call() { project, params, user, caller }: CallOf<typeof CreateScheduleParams>,
  ): Promise<ScheduleDetailView> {
    const { description, ref, cron, cron_timezone: timeZone = 'UTC', active = true, inputs = [] } = params;
    const given = { description, ref, cron, timeZone, active, inputs: changedInputs({}, inputs) };
    const columns = { ...given, ownerId: user.userId };
    const schedule = await this.createSchedule.execute(project.project.id, columns);
    return presentScheduleDetail(await this.scheduleFacts.of(project, schedule, user), caller.baseUrl);
  }

  @Endpoint.put('/projects/:id/pipeline_schedules/:pipeline_schedule_id', {
    summary: 'Update a schedule of pipelines',
    can: abilities.createPipelineSchedule,
    params: UpdateScheduleParams,
    returns: returns.json(ScheduleDetailView),
    refuses: [ScheduleNotFound, ScheduleInvalid],
  })
  async update(
    @Call() { project, params, user, caller }: CallOf<typeof UpdateScheduleParams>,
  ): Promise<ScheduleDetailView> {
    const { pipeline_schedule_id: id, description, ref, cron, cron_timezone: timeZone, active, inputs } = params;
    const changes = { description, ref, cron, timeZone, active, inputs };
    const schedule = await this.updateSchedule.execute(project, id, changes, user);
    return presentScheduleDetail(await this.scheduleFacts.of(project, schedule, user), caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/pipeline_schedules/:pipeline_schedule_id/play', {
    summary: 'Run a schedule now, with the rights of the caller',
    can: abilities.createPipeline,
    params: ScheduleParams,
    returns: returns.json(PlayedScheduleView),
    refuses: [ScheduleNotFound, PipelineInvalid, VariableInvalid],
  })
  async play(@Call() { project, params, user }: CallOf<typeof ScheduleParams>): Promise<PlayedScheduleView> {
    const requested = await this.scheduleFacts.requested(project.project.id, params.pipeline_schedule_id);
    await this.requestPipeline.execute(project, requested, user.userId);
    return { message: '201 Created' };
  }

  @Endpoint.get('/projects/:id/pipeline_schedules/:pipeline_schedule_id/pipelines', {
    summary: 'List the pipelines that a schedule has created',
    can: abilities.readPipelineSchedule,
    params: SchedulePipelinesParams,
    returns: returns.page(PipelineSummaryView),
    refuses: [ScheduleNotFound],
  })
  async pipelines(
    @Call() { project: { project }, params, caller }: CallOf<typeof SchedulePipelinesParams>,
  ): Promise<Page<PipelineSummaryView>> {
    const { pipeline_schedule_id: id, sort = 'asc', page, per_page: perPage } = params;
    const pipelines = await this.scheduleFacts.pipelines(project.id, id, { sort, page, perPage });
    return pipelines.map((pipeline) => presentPipelineSummary(pipeline, `${caller.baseUrl}/${project.fullPath}`));
  }

  @Endpoint.post('/projects/:id/pipeline_schedules/:pipeline_schedule_id/take_ownership', {
    summary: 'Become the owner of a schedule, with whose rights its pipelines run',
    can: abilities.createPipelineSchedule,
    params: ScheduleParams,
    returns: returns.json(ScheduleDetailView),
    refuses: [ScheduleNotFound, ScheduleInvalid],
  })
  async takeOwnership(
    @Call() { project, params, user, caller }: CallOf<typeof ScheduleParams>,
  ): Promise<ScheduleDetailView> {
    const { pipeline_schedule_id: id } = params;
    const schedule = await this.updateSchedule.execute(project, id, { ownerId: user.userId }, user);
    return presentScheduleDetail(await this.scheduleFacts.of(project, schedule, user), caller.baseUrl);
  }

  @Endpoint.delete('/projects/:id/pipeline_schedules/:pipeline_schedule_id', {
    summary: 'Delete a schedule of pipelines',
    can: abilities.createPipelineSchedule,
    params: ScheduleParams,
    returns: returns.empty,
    refuses: [ScheduleNotFound],
  })
  delete(@Call() { project, params, user, unlessModified }: CallOf<typeof ScheduleParams>): Promise<void> {
    return this.deleteSchedule.execute(project, params.pipeline_schedule_id, user, unlessModified);
  }
}
