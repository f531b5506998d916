import { v4 } from '@hearth/http';
import { z } from 'zod';
import { MOST_INPUTS, inputValue } from '../plans/inputs.params.js';
import { variableType, variableValue } from '../variables/variable.params.js';

const text = () => v4.text({ most: 1024 });
const word = () => v4.text({ most: 255 });

export const SchedulesParams = z.object({
  id: v4.project(),
  scope: v4.optional(v4.oneOf(['active', 'inactive'])),
  ...v4.page,
});
export const ScheduleParams = z.object({ id: v4.project(), pipeline_schedule_id: v4.id() });
export const SchedulePipelinesParams = ScheduleParams.extend({
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  ...v4.page,
});
const ScheduleInput = z.object({
  name: word().describe('Name of the input'),
  value: inputValue.optional().describe('Value of the input'),
  destroy: v4.optional(v4.boolean()).describe('Whether the value is removed'),
});
const inputs = v4
  .optional(v4.list(ScheduleInput, { most: MOST_INPUTS }))
  .describe('Values for the inputs that the configuration declares in `spec: inputs`; others stay');

export const CreateScheduleParams = z.object({
  id: v4.project(),
  description: text(),
  ref: text(),
  cron: word(),
  cron_timezone: v4.optional(word()),
  active: v4.optional(v4.boolean()),
  inputs,
});
export const UpdateScheduleParams = ScheduleParams.extend({
  description: v4.optional(text()),
  ref: v4.optional(text()),
  cron: v4.optional(word()),
  cron_timezone: v4.optional(word()),
  active: v4.optional(v4.boolean()),
  inputs,
});

export const ScheduleVariableParams = ScheduleParams.extend({ key: v4.text() });
export const CreateScheduleVariableParams = ScheduleVariableParams.extend({
  value: variableValue(),
  variable_type: variableType(),
});
export const UpdateScheduleVariableParams = ScheduleVariableParams.extend({
  value: v4.optional(variableValue()),
  variable_type: variableType(),
});
