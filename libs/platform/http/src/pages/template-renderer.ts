import type { Principal } from '@hearth/contract-kit';
import { Eta } from 'eta';
import { frameTemplates } from './page-frame.js';

/** The user and the browser for whom a page is rendered. */
export interface PageReader {
  readonly caller: { readonly principal: Pick<Principal, 'name' | 'username' | 'admin'> | null };
  /** The browser, if it has a session: forms are bound to it. */
  readonly session?: { readonly csrfToken: string };
}

/**
 * Renders pages from templates, which escape every value that they print. `Data`: the values that each page prints besides the current user. A
 * template names its frame (`layout('@layout')`) and the parts of all services: `notice`, `failures` and `pager`.
 */
export class TemplateRenderer<Data extends { readonly [Name in keyof Data]: object }> {
  private readonly eta = new Eta({ autoEscape: true });

  /** @param templates by the names of the pages and of their common parts */
  constructor(templates: Readonly<Record<string, string>>) {
    for (const [name, template] of Object.entries({ ...frameTemplates, ...templates }))
      this.eta.loadTemplate(`@${name}`, template);
  }

  /** @returns the whole page, in the frame with the name of the current user */
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

/** Returns the failures of a form by the fields that they are shown at. */
function errorsOf(data: { readonly failures?: readonly { readonly field: string | null; readonly text: string }[] }) {
  const fields = (data.failures ?? []).filter(({ field }) => field !== null);
  const texts = Map.groupBy(fields, ({ field }) => field!);
  return Object.fromEntries([...texts].map(([field, all]) => [field, all.map(({ text }) => text).join('. ')]));
}
