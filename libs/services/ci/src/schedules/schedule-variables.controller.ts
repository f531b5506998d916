import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ScheduleNotFound, VariableInvalid, VariableNotFound } from '../refusals.js';
import { ChangeScheduleVariables } from './change-variables.js';
import {
  CreateScheduleVariableParams,
  ScheduleVariableParams,
  UpdateScheduleVariableParams,
} from './schedule.params.js';
import { ScheduleVariableView, presentScheduleVariable } from './schedule.view.js';

@Controller()
export class ScheduleVariablesController {
  constructor(private readonly changeScheduleVariables: ChangeScheduleVariables) {}

  @Endpoint.post('/projects/:id/pipeline_schedules/:pipeline_schedule_id/variables', {
    summary: 'Create a variable of a schedule',
    can: abilities.createPipelineSchedule,
    params: CreateScheduleVariableParams,
    returns: returns.json(ScheduleVariableView),
    refuses: [ScheduleNotFound, VariableInvalid],
  })
  async create(
    @Call() { project, params, user }: CallOf<typeof CreateScheduleVariableParams>,
  ): Promise<ScheduleVariableView> {
    const { pipeline_schedule_id: id, key, value, variable_type: type } = params;
    const variable = { key: key.trim(), value, file: type === 'file' };
    return presentScheduleVariable(await this.changeScheduleVariables.create(project, id, variable, user));
  }

  @Endpoint.put('/projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key', {
    summary: 'Update a variable of a schedule',
    can: abilities.createPipelineSchedule,
    params: UpdateScheduleVariableParams,
    returns: returns.json(ScheduleVariableView),
    refuses: [ScheduleNotFound, VariableNotFound],
  })
  async update(
    @Call() { project, params, user }: CallOf<typeof UpdateScheduleVariableParams>,
  ): Promise<ScheduleVariableView> {
    const { pipeline_schedule_id: id, key, value, variable_type: type } = params;
    const changes = { value, file: type && type === 'file' };
    return presentScheduleVariable(await this.changeScheduleVariables.update(project, id, key, changes, user));
  }

  @Endpoint.delete('/projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key', {
    summary: 'Delete a variable of a schedule',
    can: abilities.createPipelineSchedule,
    status: 202,
    params: ScheduleVariableParams,
    returns: returns.json(ScheduleVariableView),
    refuses: [ScheduleNotFound, VariableNotFound],
  })
  async delete(
    @Call() { project, params, user, unlessModified }: CallOf<typeof ScheduleVariableParams>,
  ): Promise<ScheduleVariableView> {
    const { pipeline_schedule_id: id, key } = params;
    return presentScheduleVariable(await this.changeScheduleVariables.delete(project, id, key, user, unlessModified));
  }
}
