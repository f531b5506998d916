import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { LicenseNotFound } from '../refusals.js';
import { LicenseFacts } from './license.facts.js';
import { LicenseParams, ListLicensesParams } from './license.params.js';
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
  async one(@Call() { params, caller }: CallOf<typeof LicenseParams>): Promise<LicenseView> {
    const { key, project, fullname = caller.principal?.name } = params;
    const year = new Date().getUTCFullYear();
    return presentLicense(await this.licenseFacts.filledIn(key, { year, project, fullname }));
  }
}
