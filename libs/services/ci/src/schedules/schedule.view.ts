import { secretText } from '@hearth/contract-kit';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import { PipelineSummaryView, presentPipelineSummary } from '../pipelines/pipeline.view.js';
import type { GivenVariable } from '../variables/variable.rules.js';
import type { ScheduleFact } from './schedule.facts.js';

/** Schedule record in lists. */
export const ScheduleView = z.strictObject({
  id: z.int(),
  description: z.string(),
  ref: z.string(),
  cron: z.string(),
  cron_timezone: z.string(),
  next_run_at: z.iso.datetime(),
  active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  owner: UserBasicView.nullable(),
});
export type ScheduleView = z.output<typeof ScheduleView>;

/** Variable of a schedule, for callers who may change it. */
export const ScheduleVariableView = z.strictObject({
  variable_type: z.enum(['env_var', 'file']).describe('Whether jobs get the value, or the path of a file with it'),
  key: z.string(),
  value: secretText(),
});
export type ScheduleVariableView = z.output<typeof ScheduleVariableView>;

/** Value that a schedule gives an input of the configuration. */
const ScheduleInputView = z.strictObject({
  name: z.string(),
  value: z.json().describe('Text, number, boolean or list'),
});

/** Schedule record of its own endpoints; `variables` and `inputs` for callers who may change it. */
export const ScheduleDetailView = ScheduleView.extend({
  last_pipeline: PipelineSummaryView.nullable(),
  variables: z.array(ScheduleVariableView).optional(),
  inputs: z.array(ScheduleInputView).optional().describe('Values of the inputs of the configuration'),
});
export type ScheduleDetailView = z.output<typeof ScheduleDetailView>;

/** Answer to a played schedule, as in later releases. */
export const PlayedScheduleView = z.strictObject({ message: z.literal('201 Created') });
export type PlayedScheduleView = z.output<typeof PlayedScheduleView>;

export function presentSchedule(
  { schedule, owner }: Pick<ScheduleFact, 'schedule' | 'owner'>,
  baseUrl: string,
): ScheduleView {
  return {
    id: schedule.id,
    description: schedule.description,
    ref: schedule.ref,
    cron: schedule.cron,
    cron_timezone: schedule.timeZone,
    next_run_at: schedule.nextRunAt.toISOString(),
    active: schedule.active,
    created_at: schedule.createdAt.toISOString(),
    updated_at: schedule.updatedAt.toISOString(),
    owner: owner && presentUserBasic(owner, baseUrl),
  };
}

export function presentScheduleVariable({ key, value, file }: GivenVariable): ScheduleVariableView {
  return { variable_type: file ? 'file' : 'env_var', key, value };
}

export function presentScheduleDetail(fact: ScheduleFact, baseUrl: string): ScheduleDetailView {
  const { projectPath, lastPipeline, variables, schedule } = fact;
  const inputs = Object.entries(schedule.inputs as Record<string, z.output<typeof ScheduleInputView>['value']>);
  return {
    ...presentSchedule(fact, baseUrl),
    last_pipeline: lastPipeline && presentPipelineSummary(lastPipeline, `${baseUrl}/${projectPath}`),
    ...(variables && {
      variables: variables.map(presentScheduleVariable),
      inputs: inputs.map(([name, value]) => ({ name, value })),
    }),
  };
}
