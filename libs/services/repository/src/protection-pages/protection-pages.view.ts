import type { EndpointCall, Page } from '@hearth/http';
import {
  pageLinks,
  presentPageProject,
  projectSettingsMenu,
  type FormFailure,
  type PageLinks,
  type PageProject,
  type PageSection,
  type SelectOptions,
} from '@hearth/pages';
import type { StoredProtectedTag } from '../protected-tags/protected-tags.store.js';
import type { StoredProtectedBranch } from '../protection/protected-branches.store.js';

type Values = Readonly<Record<string, unknown>>;

interface RulesPage<Rule> {
  readonly title: string;
  readonly project: PageProject;
  readonly menu: readonly PageSection[];
  /** Address of the page and its forms. */
  readonly at: string;
  readonly rules: readonly Rule[];
  readonly levels: SelectOptions;
  readonly values: Values;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
  readonly pager: PageLinks;
}

export interface ProtectionPageData {
  readonly 'protected-branches': RulesPage<StoredProtectedBranch>;
  readonly 'protected-tags': RulesPage<StoredProtectedTag>;
}

/** Outcome of the form before. */
export interface Shown {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

const LEVELS = [
  [40, 'Maintainers'],
  [30, 'Developers and maintainers'],
  [0, 'No one'],
] as const;

/** Kinds of refs that rules protect. */
export type ProtectedKind = 'branches' | 'tags';

export function rulesAddress(kind: ProtectedKind, { project }: Pick<EndpointCall<unknown>, 'project'>): string {
  return `/${project.project.fullPath}/-/protected_${kind}`;
}

export function presentRulesPage<Rule>(
  kind: ProtectedKind,
  call: EndpointCall<unknown>,
  rules: Page<Rule>,
  { values = {}, notice = null, failures = [] }: Shown,
): RulesPage<Rule> {
  const project = presentPageProject(call.project, 'settings');
  const at = rulesAddress(kind, call);
  return {
    title: `Protected ${kind} · ${project.fullPath}`,
    ...{ project, at, levels: LEVELS, values, notice, failures },
    menu: projectSettingsMenu(project, `/-/protected_${kind}`),
    rules: rules.items,
    pager: pageLinks(rules, at),
  };
}
