import type { Principal } from '@hearth/contract-kit';
import { Eta } from 'eta';
import { frameTemplates } from './page-frame.js';

/** For whom a page is rendered. */
export interface PageReader {
  readonly caller: { readonly principal: Pick<Principal, 'name' | 'username' | 'admin'> | null };
  /** The browser, where it has one: forms are bound to it. */
  readonly session?: { readonly csrfToken: string };
}

/**
 * Renders pages from templates, which escape every value that they print. `Data`: what each page prints besides who is signed in. A template
 * names its frame (`layout('@layout')`) and the parts of all services: `notice`, `failures` and `pager`.
 */
export class TemplateRenderer<Data extends { readonly [Name in keyof Data]: object }> {
  private readonly eta = new Eta({ autoEscape: true });

  /** @param templates by the names of the pages, and of what they have in common */
  constructor(templates: Readonly<Record<string, string>>) {
    for (const [name, template] of Object.entries({ ...frameTemplates, ...templates }))
      this.eta.loadTemplate(`@${name}`, template);
  }

  /** @returns the whole page, in the frame that tells the caller who they are signed in as */
  render<Name extends keyof Data & string>(
    { caller: { principal }, session }: PageReader,
    name: Name,
    data: Data[Name],
  ): string {
    const user = principal && { name: principal.name, username: principal.username, admin: principal.admin };
    const shown = { ...data, user, csrfToken: session?.csrfToken, errors: errorsOf(data) };
    return this.eta.render(`@${name}`, shown);
  }
}

/** The failures of a form by the fields at which they stand. */
function errorsOf(data: { readonly failures?: readonly { readonly field: string | null; readonly text: string }[] }) {
  const fields = (data.failures ?? []).filter(({ field }) => field !== null);
  const texts = Map.groupBy(fields, ({ field }) => field!);
  return Object.fromEntries([...texts].map(([field, all]) => [field, all.map(({ text }) => text).join('. ')]));
}
