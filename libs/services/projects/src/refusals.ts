import { defineRefusal } from '@hearth/contract-kit';

/** Errors by field, as the API spells them. */
export type FieldErrors = Record<string, readonly string[]>;

/** Failures to create a project end with an empty list of this name; clients have seen it for years. */
const NO_LIMIT_REACHED = { limit_reached: [] };

export const ProjectInvalid = defineRefusal<{ errors: FieldErrors }>('project-invalid', 400, ({ errors }) => ({
  message: { ...errors, ...NO_LIMIT_REACHED },
}));

/** The creator has as many personal projects as allowed; a limit of 0 has words of its own. */
export const ProjectLimitReached = defineRefusal<{ limit: number }>('project-limit-reached', 403, ({ limit }) => ({
  error: [
    limit === 0
      ? 'Personal project creation is not allowed. Please contact your administrator with questions'
      : `Your project limit is ${limit} projects! Please contact your administrator to increase it`,
  ],
}));

/** Unknown, hidden, or not one where the caller may create projects: which of them is not said. */
export const NamespaceInvalid = defineRefusal('namespace-invalid', 400, {
  message: { namespace: ['is not valid'], ...NO_LIMIT_REACHED },
});
