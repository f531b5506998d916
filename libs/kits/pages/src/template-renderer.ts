import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Principal } from '@hearth/contract-kit';
import { Html, type EndpointCall } from '@hearth/http';
import { Eta } from 'eta';
import { MARK } from './assets/assets.js';
import type { Question } from './forms/confirmation.js';

/** The user and the browser for whom a page is rendered. */
export interface PageReader {
  readonly caller: { readonly principal: Pick<Principal, 'name' | 'username' | 'admin'> | null };
  /** The browser, if it has a session: forms are bound to it. */
  readonly session?: { readonly csrfToken: string };
}

/**
 * Renders pages from the `.eta` files of this kit and of a service, read and compiled once. Templates escape every value that they print, and name
 * others by their file's name: `layout('@layout')`, `include('@field', { … })`. `Data`: the values of each page besides the current user.
 */
export class TemplateRenderer<Data extends { readonly [Name in keyof Data]: object }> {
  private readonly eta = new Eta({ autoEscape: true });

  /**
   * @param folders of templates, searched with their subfolders
   * @throws Error for a name that two templates have
   */
  constructor(...folders: readonly string[]) {
    const names = new Set<string>();
    this.eta.loadTemplate('@mark', MARK);
    for (const folder of [import.meta.dirname, ...folders])
      for (const file of globSync('**/*.eta', { cwd: folder })) {
        const { name } = path.parse(file);
        if (names.has(name)) throw new Error(`Two templates have the name ${name}`);
        names.add(name);
        this.eta.loadTemplate(`@${name}`, readFileSync(path.join(folder, file), 'utf8').trimEnd());
      }
  }

  /** @returns the whole page, in the frame with the name of the current user */
  render<Name extends keyof Data & string>(reader: PageReader, name: Name, data: Data[Name]): string {
    return this.text(reader, name, data);
  }

  /** Renders a page. Its status is 422 when its form has failures, unless the options have another. */
  page<Name extends keyof Data & string>(
    reader: PageReader,
    name: Name,
    data: Data[Name],
    options?: Html['options'],
  ): Html {
    const { failures = [], error } = data as Failing;
    return new Html(this.text(reader, name, data), { status: failures.length > 0 || error ? 422 : 200, ...options });
  }

  /** Renders a mail, which has no frame of pages. */
  mail<Name extends keyof Data & string>(name: Name, data: Data[Name]): string {
    return this.eta.render(`@${name}`, data);
  }

  /** Renders the confirmation page for the form of a call. */
  confirm(call: EndpointCall<unknown>, question: Question): Html {
    return new Html(this.text(call, 'confirm', { ...question, action: call.target }));
  }

  private text({ caller: { principal }, session }: PageReader, name: string, data: object): string {
    const user = principal && { name: principal.name, username: principal.username, admin: principal.admin };
    // The first field with a failure gets the focus: templates take it through this object.
    const focus = { taken: false };
    const { failures } = data as Failing;
    const frame = { user, csrfToken: session?.csrfToken, errors: errorsOf(failures), focus };
    return this.eta.render(`@${name}`, { ...data, ...frame });
  }
}

interface Failing {
  /** Failure of the whole form. */
  readonly error?: string | null;
  readonly failures?: readonly { readonly field: string | null; readonly text: string }[];
}

/** Returns the failures of a form by the fields that they are shown at. */
function errorsOf(failures: Failing['failures'] = []): Readonly<Record<string, string>> {
  const fields = failures.filter(({ field }) => field !== null);
  const texts = Map.groupBy(fields, ({ field }) => field!);
  return Object.fromEntries([...texts].map(([field, all]) => [field, all.map(({ text }) => text).join('. ')]));
}
