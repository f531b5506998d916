import { Injectable } from '@nestjs/common';
import type { EndpointCall } from '@hearth/http';
import { Eta } from 'eta';
import { templates, type PageData, type PageName } from './templates.js';

/** Renders pages from templates, which escape every value that they print. */
@Injectable()
export class PageRenderer {
  private readonly eta = new Eta({ autoEscape: true });

  constructor() {
    for (const [name, template] of Object.entries(templates)) this.eta.loadTemplate(`@${name}`, template);
  }

  /** @returns the whole page, in the frame that tells the caller who they are signed in as */
  render<Name extends PageName>({ caller, session }: EndpointCall<unknown>, name: Name, data: PageData[Name]): string {
    const user = caller.principal && { name: caller.principal.name, username: caller.principal.username };
    return this.eta.render(`@${name}`, { ...data, user, csrfToken: session.csrfToken });
  }
}
