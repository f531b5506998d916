import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CiStoresModule } from '../stores.module.js';
import { VariablesModule } from '../variables/variables.module.js';
import { ChangeScheduleVariables } from './change-variables.js';
import { CreateSchedule } from './create.js';
import { DeleteSchedule } from './delete.js';
import { RunDueSchedules } from './run-due.js';
import { RunPipelineSchedule } from './run.js';
import { ScheduleLimits } from './schedule-limits.js';
import { ScheduleVariablesController } from './schedule-variables.controller.js';
import { ScheduleFacts } from './schedule.facts.js';
import { SchedulesController } from './schedules.controller.js';
import { UpdateSchedule } from './update.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, PipelinesModule, VariablesModule],
  controllers: [SchedulesController, ScheduleVariablesController],
  providers: [
    ScheduleFacts,
    CreateSchedule,
    UpdateSchedule,
    DeleteSchedule,
    ChangeScheduleVariables,
    { provide: ScheduleLimits, useFactory: () => ScheduleLimits.fromEnvironment() },
    RunDueSchedules,
    RunPipelineSchedule,
  ],
  exports: [RunDueSchedules, RunPipelineSchedule, ScheduleFacts],
})
export class SchedulesModule {}
