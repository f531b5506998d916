import { may } from '@hearth/access';
import type { GroupAccess, Principal, ProjectAccess } from '@hearth/contract-kit';
import {
  groupSettingsMenu,
  placedFailures,
  presentPageGroup,
  presentPageProject,
  presentSize,
  projectSettingsMenu,
  type FormFailure,
  type PageGroup,
  type PageProject,
  type PageSection,
  type SelectOptions,
} from '@hearth/pages';
import { abilities } from '../abilities.js';
import type { CreationChoices } from '../creation-pages/creation.facts.js';
import type { NamespaceDetail } from '../namespaces/namespaces.finder.js';
import type { GroupView } from '../groups/group.view.js';
import type { ProjectView } from '../projects/project.view.js';
import type { GroupSettingsForm, ProjectSettingsForm } from './settings-page.params.js';

/** Outcome of the form before. */
export interface Shown<Values> {
  readonly values?: Partial<Values>;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

interface SettingsPage {
  readonly title: string;
  readonly menu: readonly PageSection[];
  readonly avatar: string | null;
  readonly visibilities: SelectOptions;
  readonly targets: SelectOptions;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

export interface SettingsPageData {
  readonly 'project-settings': SettingsPage & {
    readonly project: PageProject;
    readonly values: object;
    readonly archived: boolean;
    readonly storage: readonly { readonly label: string; readonly size: string }[];
    readonly can: Readonly<Record<'rename' | 'changeVisibility' | 'transfer' | 'archive' | 'remove', boolean>>;
  };
  readonly 'group-settings': SettingsPage & {
    readonly group: PageGroup;
    readonly values: object;
    /** For admins, of a group on top. */
    readonly storage: { readonly bytes: number } | null;
  };
}

/** Fields of the page whose failures have other names. */
const FIELDS: Readonly<Record<string, string>> = {
  tag_list: 'topics',
  visibility_level: 'visibility',
  base: 'default_branch',
  new_namespace: 'namespace',
};
/** Failures of the address repeat those of the path. */
const REPEATED = new Set(['route', 'route.path']);

/** Labels of failures. */
export const LABELS = { tag_list: 'Topics', visibility_level: 'Visibility', avatar: 'Picture', base: '' };

export function presentProjectSettings(
  access: ProjectAccess,
  record: ProjectView,
  { targets, visibilities }: CreationChoices,
  caller: Principal,
  { values = {}, notice = null, failures = [] }: Shown<ProjectSettingsForm>,
): SettingsPageData['project-settings'] {
  const project = presentPageProject(access, 'settings');
  const { tag_list: topics, avatar_url: avatar, visibility } = record;
  const mayOn = (ability: Parameters<typeof may>[0]) => may(ability, access, caller);
  return {
    ...{ title: `Settings · ${project.fullPath}`, project, notice, avatar, archived: record.archived },
    menu: projectSettingsMenu(project, '/-/edit'),
    storage: presentStorage(record.statistics),
    values: { ...record, topics: topics.join(', '), ...given(values) },
    visibilities: options([...new Set([...visibilities, visibility])]),
    targets: targets.filter(({ id }) => id !== record.namespace.id).map(({ id, fullPath }) => [id, fullPath]),
    failures: placed(failures),
    can: {
      rename: mayOn(abilities.renameProject),
      changeVisibility: mayOn(abilities.changeVisibility),
      transfer: mayOn(abilities.transferProject),
      archive: mayOn(abilities.archiveProject),
      remove: mayOn(abilities.removeProject),
    },
  };
}

export function presentGroupSettings(
  access: GroupAccess,
  record: GroupView,
  { targets, visibilities, storage }: CreationChoices & Pick<NamespaceDetail, 'storage'>,
  caller: Principal,
  { values = {}, notice = null, failures = [] }: Shown<GroupSettingsForm>,
): SettingsPageData['group-settings'] {
  const group = presentPageGroup(access, 'settings');
  const { id, avatar_url: avatar, parent_id: parent, visibility, full_path: fullPath } = record;
  const isTop = parent === null || !(caller.admin || caller.canCreateGroup);
  const within = (path: string) => path === fullPath || path.startsWith(`${fullPath}/`);
  return {
    ...{ title: `Settings · ${group.fullPath}`, group, notice, avatar },
    menu: groupSettingsMenu(group, '/edit'),
    values: { ...record, storage_size_limit: storage?.limit ?? '', ...given(values) },
    storage,
    visibilities: options([...new Set([...visibilities, visibility])]),
    targets: [
      ...(isTop ? [] : [['', 'None: a group on top'] as const]),
      ...targets
        .filter((each) => each.id !== id && each.id !== parent && !within(each.fullPath))
        .map((each) => [each.id, each.fullPath] as const),
    ],
    failures: placed(failures),
  };
}

function presentStorage(statistics: ProjectView['statistics']) {
  if (!statistics) return [];
  const sizes = {
    Repository: statistics.repository_size,
    'LFS objects': statistics.lfs_objects_size,
    'Artifacts of jobs': statistics.job_artifacts_size,
    Together: statistics.storage_size,
  };
  return Object.entries(sizes).map(([label, bytes]) => ({ label, size: presentSize(bytes) }));
}

function options(values: readonly string[]): SelectOptions {
  return values.map((each) => [each, each]);
}

/** The values that a form has sent. */
function given<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

function placed(failures: readonly FormFailure[]): FormFailure[] {
  const shown = failures.filter(({ field }) => !REPEATED.has(field ?? ''));
  return placedFailures(shown, FIELDS).map(({ field, text }) => ({ field, text: text.trim() }));
}
