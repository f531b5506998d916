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
import { mayChangePersonalSnippet, mayChangeSnippet } from '../snippets/snippet.rules.js';
import type { SnippetRecord } from '../snippets/snippets.store.js';
import { OWN_SNIPPETS } from './snippet-form.view.js';

export interface SnippetListPageData {
  readonly title: string;
  /** Absent for the personal ones of the caller. */
  readonly project?: PageProject;
  /** Address of the list, below which each snippet has its page. */
  readonly address: string;
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
  /** Address of its forms; null where the caller may not change it. */
  readonly forms: string | null;
}

export interface ProjectSnippetPageData extends SnippetPageData {
  readonly project: PageProject;
}

export function presentSnippetListPage(
  access: ProjectAccess,
  page: Page<SnippetRecord>,
  caller: Principal,
): SnippetListPageData {
  const project = presentPageProject(access, 'snippets');
  const address = `${project.address}/-/snippets`;
  return {
    ...{ title: `Snippets · ${project.fullPath}`, project, address },
    canCreate: may(abilities.createSnippet, access, caller),
    snippets: page.items.map(presentRow),
    pager: pageLinks(page, address),
  };
}

/** @param page personal snippets of the caller */
export function presentOwnSnippetsPage(page: Page<SnippetRecord>): SnippetListPageData {
  return {
    ...{ title: 'Your snippets', address: '/snippets', canCreate: true },
    snippets: page.items.map(presentRow),
    pager: pageLinks(page, OWN_SNIPPETS),
  };
}

function presentRow({ id, title, fileName, visibility, author, createdAt }: SnippetRecord) {
  return { id, title, fileName, visibility, author, createdAt };
}

export function presentPersonalSnippetPage(fact: SnippetPageFact, caller: Principal): SnippetPageData {
  const { snippet } = fact;
  return presentSnippetPage(fact, mayChangePersonalSnippet(snippet, caller) ? `/snippets/${snippet.id}` : null);
}

function presentSnippetPage(
  { snippet, content, description, highlighted }: SnippetPageFact,
  forms: string | null,
): SnippetPageData {
  const { id, projectPath, title, fileName, visibility, author, createdAt } = snippet;
  const text = content.replace(/\r?\n$/, '').split(/\r?\n/);
  return {
    title,
    heading: title,
    name: fileName === '' ? 'the snippet' : fileName,
    ...{ visibility, author, createdAt, description, forms },
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
  const forms = mayChangeSnippet(access, fact.snippet, caller)
    ? `${project.address}/-/snippets/${fact.snippet.id}`
    : null;
  const page = presentSnippetPage(fact, forms);
  return { ...page, title: `${page.title} · ${project.fullPath}`, project };
}
