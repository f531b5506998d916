import { Controller, type Type } from '@nestjs/common';
import { TemplateNameView, TemplateView } from '@hearth/repository-contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { TemplateNotFound } from '../refusals.js';
import { TemplateParams, TemplatesParams } from './template.params.js';
import { TEMPLATE_FOLDERS, TemplatesFacts } from './templates.facts.js';

const READ = { can: abilities.downloadCode, routeBy: 'storage' } as const;

function templatesController(type: keyof typeof TEMPLATE_FOLDERS): Type<object> {
  const folder = TEMPLATE_FOLDERS[type];
  const described = type.replace('_', ' ');

  @Controller()
  class TemplatesController {
    constructor(private readonly templatesFacts: TemplatesFacts) {}

    @Endpoint.get(`/projects/:id/templates/${type}`, {
      summary: `List the templates of a project for descriptions of ${described}`,
      ...READ,
      params: TemplatesParams,
      returns: returns.page(TemplateNameView),
    })
    async list(@Call() { params, project }: CallOf<typeof TemplatesParams>): Promise<Page<TemplateNameView>> {
      const request = { page: params.page, perPage: params.per_page };
      const names = await this.templatesFacts.page(project.project.id, folder, request);
      return names.map((name) => ({ key: name, name }));
    }

    @Endpoint.get(`/projects/:id/templates/${type}/:name`, {
      summary: `Get a template of a project for descriptions of ${described}`,
      ...READ,
      params: TemplateParams,
      returns: returns.json(TemplateView),
      refuses: [TemplateNotFound],
    })
    async one(@Call() { params: { name }, project }: CallOf<typeof TemplateParams>): Promise<TemplateView> {
      return { name, content: await this.templatesFacts.text(project.project.id, folder, name) };
    }
  }
  return TemplatesController;
}

export class IssueTemplatesController extends templatesController('issues') {}
export class MergeRequestTemplatesController extends templatesController('merge_requests') {}
