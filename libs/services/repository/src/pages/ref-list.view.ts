import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type FormFailure, type PageLinks, type PageProject } from '@hearth/pages';
import { abilities } from '../abilities.js';

const TITLES = { branches: 'Branches', tags: 'Tags' } as const;
const RULES = { branches: abilities.manageProtection, tags: abilities.manageTagProtection } as const;

/** Page of branches or tags. */
export interface RefListPage<Row> {
  readonly title: string;
  readonly heading: string;
  readonly project: PageProject;
  readonly address: string;
  /** Page of the rules that protect them; null where the caller does not manage these. */
  readonly rules: string | null;
  readonly rows: readonly Row[];
  readonly pager: PageLinks;
  readonly values: { readonly search: string };
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

/** Branches or tags by the text in their names, and the outcome of the form before. */
export interface ListedRefs<Fact> {
  readonly refs: Page<Fact>;
  readonly search: string;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

export function presentRefList<Fact, Row>(
  kind: keyof typeof TITLES,
  access: ProjectAccess,
  principal: Principal | null,
  { refs, search, notice, failures }: ListedRefs<Fact>,
  presentRow: (project: PageProject, fact: Fact) => Row,
): RefListPage<Row> {
  const project = presentPageProject(access, kind);
  const address = `${project.address}/-/${kind}`;
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  return {
    title: `${TITLES[kind]} · ${project.fullPath}`,
    ...{ heading: TITLES[kind], project, address, notice, failures },
    rules: may(RULES[kind], access, principal) ? `${project.address}/-/protected_${kind}` : null,
    rows: refs.items.map((fact) => presentRow(project, fact)),
    pager: pageLinks(refs, `${address}${query}`),
    values: { search },
  };
}
