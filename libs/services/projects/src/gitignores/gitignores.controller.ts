import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page, type PageRequest } from '@hearth/http';
import { TemplateNameView, TemplateView } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { TemplateNotFound } from '../refusals.js';
import { GitignoreFacts } from './gitignore.facts.js';
import {
  GitignoreParams,
  GitignoresParams,
  ProjectGitignoreParams,
  ProjectGitignoresParams,
} from './gitignore.params.js';

/** Templates of a .gitignore that users can begin a project with. */
@Controller()
export class GitignoresController {
  constructor(private readonly gitignoreFacts: GitignoreFacts) {}

  @Endpoint.get('/templates/gitignores', {
    summary: 'List the templates of a .gitignore',
    anonymous: 'allowed',
    params: GitignoresParams,
    returns: returns.page(TemplateNameView),
  })
  list(@Call() { params }: CallOf<typeof GitignoresParams>): Promise<Page<TemplateNameView>> {
    return this.names({ page: params.page, perPage: params.per_page });
  }

  @Endpoint.get('/templates/gitignores/:key', {
    summary: 'Get a template of a .gitignore',
    anonymous: 'allowed',
    params: GitignoreParams,
    returns: returns.json(TemplateView),
    refuses: [TemplateNotFound],
  })
  one(@Call() { params }: CallOf<typeof GitignoreParams>): Promise<TemplateView> {
    return this.named(params.key);
  }

  @Endpoint.get('/projects/:id/templates/gitignores', {
    summary: 'List the templates of a .gitignore that a project can use',
    can: abilities.readProject,
    params: ProjectGitignoresParams,
    returns: returns.page(TemplateNameView),
  })
  ofProject(@Call() { params }: CallOf<typeof ProjectGitignoresParams>): Promise<Page<TemplateNameView>> {
    return this.names({ page: params.page, perPage: params.per_page });
  }

  @Endpoint.get('/projects/:id/templates/gitignores/:name', {
    summary: 'Get a template of a .gitignore that a project can use',
    can: abilities.readProject,
    params: ProjectGitignoreParams,
    returns: returns.json(TemplateView),
    refuses: [TemplateNotFound],
  })
  oneOfProject(@Call() { params }: CallOf<typeof ProjectGitignoreParams>): Promise<TemplateView> {
    return this.named(params.name);
  }

  private async names(request: PageRequest): Promise<Page<TemplateNameView>> {
    return (await this.gitignoreFacts.page(request)).map((name) => ({ key: name, name }));
  }

  private async named(name: string): Promise<TemplateView> {
    return { name, content: await this.gitignoreFacts.text(name) };
  }
}
