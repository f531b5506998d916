import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import {
  pageLinks,
  presentPageProject,
  type PageLinks,
  type PagePerson,
  type PageProject,
  type PageText,
} from '@hearth/pages';
import { abilities } from '../abilities.js';
import { mayChangeSnippet } from '../snippets/snippet.rules.js';
import type { SnippetRecord } from '../snippets/snippets.store.js';

export interface SnippetListPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly canCreate: boolean;
  readonly snippets: readonly {
    readonly id: number;
    readonly title: string;
    readonly fileName: string;
    readonly visibility: string;
    readonly author: PagePerson;
    readonly createdAt: Date;
  }[];
  readonly pager: PageLinks;
}

/** A snippet as its page shows it. */
export interface SnippetPageFact {
  readonly snippet: SnippetRecord;
  readonly content: string;
  readonly description: PageText;
  /** HTML of each line; null: the lines are shown without colours. */
  readonly highlighted: readonly string[] | null;
}

/** Page of a snippet, in the frame of its project or alone. */
export interface SnippetPageData {
  readonly title: string;
  readonly heading: string;
  /** Name of its file. */
  readonly name: string;
  readonly visibility: string;
  readonly author: PagePerson;
  readonly createdAt: Date;
  readonly description: PageText;
  /** Address of its content as a text. */
  readonly raw: string;
  /** HTML or text of each line. */
  readonly lines: { readonly html?: readonly string[]; readonly text?: readonly string[] };
}

export interface ProjectSnippetPageData extends SnippetPageData {
  readonly project: PageProject;
  /** Address of its forms; null where the caller may not change it. */
  readonly forms: string | null;
}

export function presentSnippetListPage(
  access: ProjectAccess,
  page: Page<SnippetRecord>,
  caller: Principal,
): SnippetListPageData {
  const project = presentPageProject(access, 'snippets');
  return {
    title: `Snippets · ${project.fullPath}`,
    project,
    canCreate: may(abilities.createSnippet, access, caller),
    snippets: page.items.map(({ id, title, fileName, visibility, author, createdAt }) => ({
      ...{ id, title, fileName, visibility, author, createdAt },
    })),
    pager: pageLinks(page, `${project.address}/-/snippets`),
  };
}

export function presentSnippetPage({ snippet, content, description, highlighted }: SnippetPageFact): SnippetPageData {
  const { id, projectPath, title, fileName, visibility, author, createdAt } = snippet;
  const text = content.replace(/\r?\n$/, '').split(/\r?\n/);
  return {
    title,
    heading: title,
    name: fileName === '' ? 'the snippet' : fileName,
    ...{ visibility, author, createdAt, description },
    raw: `${projectPath === null ? '' : `/${projectPath}/-`}/snippets/${id}/raw`,
    lines: highlighted ? { html: highlighted.slice(0, text.length) } : { text },
  };
}

export function presentProjectSnippetPage(
  access: ProjectAccess,
  fact: SnippetPageFact,
  caller: Principal,
): ProjectSnippetPageData {
  const project = presentPageProject(access, 'snippets');
  const page = presentSnippetPage(fact);
  const forms = mayChangeSnippet(access, fact.snippet, caller)
    ? `${project.address}/-/snippets/${fact.snippet.id}`
    : null;
  return { ...page, title: `${page.title} · ${project.fullPath}`, project, forms };
}
