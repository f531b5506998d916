import { Controller } from '@nestjs/common';
import { TemplateNameView, TemplateView } from '@hearth/repository-contracts';
import { Call, Endpoint, Page, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { TemplateNotFound } from '../refusals.js';
import { ProjectTemplateParams, ProjectTemplatesParams, TemplateParams, TemplatesParams } from './template.params.js';
import { CONFIGURATION_TEMPLATES, templateNamed } from './template.rules.js';

/** Templates of a .gitlab-ci.yml: those of the server, also under each project. */
@Controller()
export class TemplatesController {
  @Endpoint.get('/templates/gitlab_ci_ymls', {
    summary: 'List the templates of a .gitlab-ci.yml',
    anonymous: 'allowed',
    params: TemplatesParams,
    returns: returns.page(TemplateNameView),
  })
  list(@Call() { params }: CallOf<typeof TemplatesParams>): Page<TemplateNameView> {
    return page(params.page, params.per_page);
  }

  @Endpoint.get('/templates/gitlab_ci_ymls/:key', {
    summary: 'Get a template of a .gitlab-ci.yml',
    anonymous: 'allowed',
    params: TemplateParams,
    returns: returns.json(TemplateView),
    refuses: [TemplateNotFound],
  })
  one(@Call() { params }: CallOf<typeof TemplateParams>): TemplateView {
    return templateNamed(params.key);
  }

  @Endpoint.get('/projects/:id/templates/gitlab_ci_ymls', {
    summary: 'List the templates of a .gitlab-ci.yml that a project can use',
    can: abilities.downloadCode,
    params: ProjectTemplatesParams,
    returns: returns.page(TemplateNameView),
  })
  ofProject(@Call() { params }: CallOf<typeof ProjectTemplatesParams>): Page<TemplateNameView> {
    return page(params.page, params.per_page);
  }

  @Endpoint.get('/projects/:id/templates/gitlab_ci_ymls/:name', {
    summary: 'Get a template of a .gitlab-ci.yml that a project can use',
    can: abilities.downloadCode,
    params: ProjectTemplateParams,
    returns: returns.json(TemplateView),
    refuses: [TemplateNotFound],
  })
  oneOfProject(@Call() { params }: CallOf<typeof ProjectTemplateParams>): TemplateView {
    return templateNamed(params.name);
  }
}

function page(number: number, perPage: number): Page<TemplateNameView> {
  return Page.of(CONFIGURATION_TEMPLATES, { page: number, perPage }).map(({ name }) => ({ key: name, name }));
}
