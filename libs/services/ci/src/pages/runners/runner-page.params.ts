import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { CreateRunnerParams } from '../../runners/runner.params.js';

const notices = defineNotices({
  saved: 'Saved.',
  enabled: 'The runner works for the project.',
  disabled: 'The runner no longer works for the project.',
  deleted: 'Deleted.',
  shown: 'The token was shown already. Without it, delete the runner and create another.',
});
export const { noticeOf, withNotice } = notices;

const { run_untagged, locked, paused, access_level, tag_list, maximum_timeout } = CreateRunnerParams.shape;

/** A form without a field leaves it as it is. */
const fields = {
  ...{ run_untagged, locked, paused, access_level, tag_list },
  description: v4.text({ most: 255 }).optional(),
  maximum_timeout: z.union([z.literal('').transform(() => null), maximum_timeout]),
  maintenance_note: v4
    .text({ most: 1024 })
    .transform((text) => text || null)
    .optional(),
};

/** Parameters of the pages of runners: those of a project, of a group, or of the instance. */
export function runnerPageParams(place: 'project' | 'group' | 'instance') {
  const within = z.object(place === 'instance' ? {} : { id: v4[place]() });
  const one = within.extend({ runner_id: v4.id() });
  return {
    list: within.extend({ page: v4.page.page, done: notices.done }),
    create: within.extend(fields),
    created: within,
    show: one.extend({ done: notices.done }),
    update: one.extend(fields),
    delete: one.extend({ confirmed }),
  };
}
export type RunnerPageParams = ReturnType<typeof runnerPageParams>;
/** Parameters of every page and form of one runner. */
export type OneRunner = Pick<z.output<RunnerPageParams['delete']>, 'runner_id'>;

const runner = { id: v4.project(), runner_id: v4.id() };
export const EnableRunnerFormParams = z.object(runner);
export const DisableRunnerFormParams = z.object({ ...runner, confirmed });

/** Returns the changes in a form; `undefined` leaves a field as it is. */
export function runnerChanges(params: z.output<RunnerPageParams['update']>) {
  const { description, locked, paused, tag_list: tags, maintenance_note: note } = params;
  const { run_untagged: runUntagged, access_level: accessLevel, maximum_timeout: maximumTimeout } = params;
  const active = paused === undefined ? undefined : !paused;
  return {
    ...{ description, locked, active, runUntagged, accessLevel, maximumTimeout, note },
    tags: tags && [...new Set(tags)],
  };
}
