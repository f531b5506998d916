import { defineRefusal } from '@hearth/contract-kit';
import type { StatusEvent } from './commit-statuses/transition.rules.js';

export const TemplateNotFound = defineRefusal('template-not-found', 404, { message: '404 Template Not Found' });
export const CommitNotFound = defineRefusal('commit-not-found', 404, { message: '404 Commit Not Found' });
/** No branch contains the commit, and the request names none. */
export const ReferencesNotFound = defineRefusal('references-not-found', 404, {
  message: '404 References for commit Not Found',
});
export const StatusPipelineNotFound = defineRefusal('status-pipeline-not-found', 404, {
  message: '404 Pipeline for pipeline_id, sha and ref Not Found',
});
/** Message of the state machine that clients know. */
export const TransitionRefused = defineRefusal<{ event: StatusEvent; from: string }>(
  'transition-refused',
  400,
  ({ event, from }) => ({
    message:
      `Cannot transition status via :${event} from :${from} ` + `(Reason(s): Status cannot transition via "${event}")`,
  }),
);
export const TargetUrlInvalid = defineRefusal<{ failures: readonly string[] }>(
  'target-url-invalid',
  400,
  ({ failures }) => ({ message: { target_url: failures } }),
);
/** A pipeline cannot be made; the text says why. */
export const PipelineInvalid = defineRefusal<{ reason: string }>('pipeline-invalid', 400, ({ reason }) => ({
  message: { base: [reason] },
}));
export const MergeRequestNotFound = defineRefusal('merge-request-not-found', 404, { message: '404 Not found' });
export const MergeRequestWithoutCommits = defineRefusal('merge-request-without-commits', 405, {
  message: '405 Method Not Allowed',
});
export const PipelineNotFound = defineRefusal('pipeline-not-found', 404, { message: '404 Not found' });

// Environments.
export const ResourceGroupNotFound = defineRefusal('resource-group-not-found', 404, { message: '404 Not found' });
export const StaleDateInvalid = defineRefusal('stale-date-invalid', 400, {
  message: '400 Bad request - Invalid Date',
});
export const EnvironmentNotFound = defineRefusal('environment-not-found', 404, { message: '404 Not found' });
export const EnvironmentInvalid = defineRefusal<{ errors: Readonly<Record<string, readonly string[]>> }>(
  'environment-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);

/** Too many configurations are waiting to be read. */
export const TooManyConfigurations = defineRefusal(
  'too-many-configurations',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '1' },
);

// Variables.
export const VariableNotFound = defineRefusal('variable-not-found', 404, { message: '404 Variable Not Found' });
/** Errors by the field of the variable. */
export const VariableInvalid = defineRefusal<{ errors: Readonly<Record<string, readonly string[]>> }>(
  'variable-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);
/** Several variables for different environments have the key. */
export const VariableAmbiguous = defineRefusal('variable-ambiguous', 409, {
  message: "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
});

// Triggers.
export const TriggerNotFound = defineRefusal('trigger-not-found', 404, { message: '404 Trigger Not Found' });
/** No trigger of the project has the token. */
export const TriggerTokenUnknown = defineRefusal('trigger-token-unknown', 404, { message: '404 Not Found' });
export const VariablesNoTexts = defineRefusal('variables-no-texts', 400, {
  message: 'variables needs to be a map of key-valued strings',
});

// Schedules.
export const ScheduleNotFound = defineRefusal('schedule-not-found', 404, { message: '404 PipelineSchedule Not Found' });
export const ScheduleInvalid = defineRefusal<{ errors: Readonly<Record<string, readonly string[]>> }>(
  'schedule-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);

// Deployments.
export const DeploymentNotFound = defineRefusal('deployment-not-found', 404, { message: '404 Not found' });

// Runners.
export const RunnerNotFound = defineRefusal('runner-not-found', 404, { message: '404 Runner Not Found' });
/** A registration as a project runner lacks the project. */
export const ProjectIdMissing = defineRefusal('project-id-missing', 400, { error: 'project_id is missing' });
export const GroupIdMissing = defineRefusal('group-id-missing', 400, { error: 'group_id is missing' });
/** With the change, it could take no job. */
export const RunnerTakesNothing = defineRefusal('runner-takes-nothing', 400, {
  message: { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] },
});
/** It could take no job: it has no tags, and does not accept jobs without tags. */
export const RunnerInvalid = defineRefusal('runner-invalid', 404, { message: '404 Not Found' });
export const RunnerForbidden = defineRefusal<{ reason: string }>('runner-forbidden', 403, ({ reason }) => ({
  message: `403 Forbidden - ${reason}`,
}));
export const RunnerEnabledBefore = defineRefusal('runner-enabled-before', 409, {
  message: 'Runner was already enabled for this project',
});

// Jobs.
export const JobNotFound = defineRefusal('job-not-found', 404, { message: '404 Not Found' });
export const JobForbidden = defineRefusal<{ reason: string }>('job-forbidden', 403, ({ reason }) => ({
  message: `403 Forbidden - ${reason}`,
}));
/** The job is not manual, or is already running. */
export const JobUnplayable = defineRefusal('job-unplayable', 400, {
  message: '400 (Bad request) "Unplayable Job" not given',
});

// Artifacts.
export const ArtifactsNotFound = defineRefusal('artifacts-not-found', 404, { message: '404 Not Found' });
/** The ref has no successful pipeline, or none with such a job. */
export const RefArtifactsNotFound = defineRefusal('ref-artifacts-not-found', 404, { message: '404 Not found' });
export const ArtifactsFileMissing = defineRefusal('artifacts-file-missing', 400, {
  message: '400 (Bad request) "Missing artifacts file!" not given',
});
/** No storage of artifacts is configured. */
export const ArtifactFormatInvalid = defineRefusal('artifact-format-invalid', 400, {
  message: 'Validation failed: Invalid file format with specified file type',
});
export const ArtifactsDisabled = defineRefusal('artifacts-disabled', 405, { message: '405 Method Not Allowed' });

// Responses to runners.
/** Nothing to do; the client sends the version with its next request. Sent without a body. */
export const NoJob = defineRefusal<{ version: string }>(
  'no-job',
  204,
  () => ({ message: '204 No Content' }),
  ({ version }) => ({ 'x-gitlab-last-update': version }),
);
export const ContentRangeMissing = defineRefusal('content-range-missing', 400, {
  error: '400 Missing header Content-Range',
});
/** The stored trace differs from the runner's summary; the runner sends it again. */
export const TraceIncomplete = defineRefusal<{ status: string }>(
  'trace-incomplete',
  412,
  () => ({ message: '412 Precondition Failed' }),
  ({ status }) => ({ 'job-status': status }),
);
/** Piece of a trace that does not begin at the end of the stored one. */
export const TraceRangeWrong = defineRefusal<{ size: number; status: string }>(
  'trace-range-wrong',
  416,
  () => ({ error: '416 Range Not Satisfiable' }),
  ({ size, status }) => ({ range: `0-${size}`, 'job-status': status }),
);
