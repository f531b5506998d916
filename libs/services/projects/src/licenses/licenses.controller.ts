import { Controller } from '@nestjs/common';
import type { Caller } from '@hearth/contract-kit';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { TemplateNameView } from '@hearth/repository-contracts';
import type { z } from 'zod';
import { abilities } from '../abilities.js';
import { LicenseNotFound } from '../refusals.js';
import { LicenseFacts } from './license.facts.js';
import { LicenseParams, ListLicensesParams, ProjectLicenseParams, ProjectLicensesParams } from './license.params.js';
import { LicenseView, presentLicense } from './license.view.js';

/** Licenses that users can begin a project with. */
@Controller()
export class LicensesController {
  constructor(private readonly licenseFacts: LicenseFacts) {}

  @Endpoint.get('/templates/licenses', {
    summary: 'List the templates of licenses',
    anonymous: 'allowed',
    params: ListLicensesParams,
    returns: returns.page(LicenseView),
  })
  async list(@Call() { params }: CallOf<typeof ListLicensesParams>): Promise<Page<LicenseView>> {
    const request = { page: params.page, perPage: params.per_page };
    return (await this.licenseFacts.page(params.popular, request)).map(presentLicense);
  }

  @Endpoint.get('/templates/licenses/:key', {
    summary: 'Get the template of a license',
    anonymous: 'allowed',
    params: LicenseParams,
    returns: returns.json(LicenseView),
    refuses: [LicenseNotFound],
  })
  one(@Call() { params, caller }: CallOf<typeof LicenseParams>): Promise<LicenseView> {
    return this.filledIn(params.key, params, caller);
  }

  @Endpoint.get('/projects/:id/templates/licenses', {
    summary: 'List the templates of licenses that a project can use',
    can: abilities.readProject,
    params: ProjectLicensesParams,
    returns: returns.page(TemplateNameView),
  })
  async ofProject(@Call() { params }: CallOf<typeof ProjectLicensesParams>): Promise<Page<TemplateNameView>> {
    const request = { page: params.page, perPage: params.per_page };
    return (await this.licenseFacts.page(undefined, request)).map(({ key, name }) => ({ key, name }));
  }

  @Endpoint.get('/projects/:id/templates/licenses/:name', {
    summary: 'Get the template of a license that a project can use',
    can: abilities.readProject,
    params: ProjectLicenseParams,
    returns: returns.json(LicenseView),
    refuses: [LicenseNotFound],
  })
  oneOfProject(@Call() { params, caller }: CallOf<typeof ProjectLicenseParams>): Promise<LicenseView> {
    return this.filledIn(params.name, params, caller);
  }

  private async filledIn(
    key: string,
    { project, fullname }: Pick<z.output<typeof LicenseParams>, 'project' | 'fullname'>,
    { principal }: Caller,
  ): Promise<LicenseView> {
    const year = new Date().getUTCFullYear();
    return presentLicense(
      await this.licenseFacts.filledIn(key, { year, project, fullname: fullname ?? principal?.name }),
    );
  }
}
