import type { Principal, ProjectAccess, Visibility } from '@hearth/contract-kit';
import { presentPageProject, type FormFailure, type PageProject, type SelectOptions } from '@hearth/pages';
import type { z } from 'zod';
import type { CreationTarget } from './creation-targets.finder.js';
import type { CreationChoices } from './creation.facts.js';
import type { ForkFormParams, NewGroupFormParams, NewProjectFormParams } from './creation-page.params.js';

interface CreationForm<Values> {
  readonly title: string;
  readonly targets: SelectOptions;
  readonly values: Values;
  readonly failures: readonly FormFailure[];
}

type ProjectValues = Omit<z.output<typeof NewProjectFormParams>, 'namespace_id' | 'visibility'> & {
  readonly namespace_id?: number | undefined;
  readonly visibility: Visibility;
};
type GroupValues = z.output<typeof NewGroupFormParams>;
type ForkValues = Omit<z.output<typeof ForkFormParams>, 'id'>;

export interface CreationPageData {
  readonly 'new-project': CreationForm<ProjectValues> & { readonly visibilities: SelectOptions };
  readonly 'new-group': CreationForm<GroupValues> & { readonly visibilities: SelectOptions };
  readonly 'new-fork': CreationForm<ForkValues> & { readonly project: PageProject };
}

const NO_FAILURES: readonly FormFailure[] = [];

/** @param values the given ones of a form that was refused; a blank form by default */
export function presentNewProject(
  { targets, visibilities, visibility }: CreationChoices,
  values: Partial<ProjectValues>,
  failures = NO_FAILURES,
): CreationPageData['new-project'] {
  return {
    title: 'New project',
    targets: targetOptions(targets),
    visibilities: visibilities.map((each) => [each, each]),
    values: { name: '', path: '', description: '', import_url: '', visibility, ...values },
    failures: failures.map((each) => (each.field === 'namespace' ? { ...each, field: 'namespace_id' } : each)),
  };
}

/** Groups on top are for users who may create them. */
export function presentNewGroup(
  { targets, visibilities, visibility }: CreationChoices,
  { admin, canCreateGroup }: Principal,
  values: Partial<GroupValues>,
  failures = NO_FAILURES,
): CreationPageData['new-group'] {
  const top: SelectOptions = admin || canCreateGroup ? [['', 'None: a group on top']] : [];
  return {
    title: 'New group',
    targets: [...top, ...targetOptions(targets)],
    visibilities: visibilities.map((each) => [each, each]),
    values: { name: '', path: '', description: '', visibility, ...values },
    failures,
  };
}

export function presentNewFork(
  access: ProjectAccess,
  targets: readonly CreationTarget[],
  values: ForkValues,
  failures = NO_FAILURES,
): CreationPageData['new-fork'] {
  const project = presentPageProject(access, 'project');
  const title = `Fork ${project.fullPath}`;
  return { title, project, targets: targetOptions(targets), values, failures };
}

function targetOptions(targets: readonly CreationTarget[]): SelectOptions {
  return targets.map(({ id, fullPath }) => [id, fullPath]);
}
