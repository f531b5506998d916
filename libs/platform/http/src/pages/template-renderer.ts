import { Eta } from 'eta';
import type { EndpointCall } from '../call.js';
import { frameTemplates } from './page-frame.js';

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
    { caller: { principal }, session }: EndpointCall<unknown>,
    name: Name,
    data: Data[Name],
  ): string {
    const user = principal && { name: principal.name, username: principal.username, admin: principal.admin };
    return this.eta.render(`@${name}`, { ...data, user, csrfToken: session.csrfToken });
  }
}
