import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, RouteNotFound, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { PageRenderer } from '../pages/page-renderer.js';
import { NoParams } from '../users/user.params.js';
import { ApplicationFacts } from './application.facts.js';
import {
  ApplicationIdParams,
  ApplicationParams,
  ChangeApplicationParams,
  wantedApplicationOf,
} from './application.params.js';
import { OAUTH_SCOPES, SCOPE_TEXTS, type ApplicationFailures, type WantedApplication } from './application.rules.js';
import { DeleteApplication } from './delete.js';
import { RegisterApplication } from './register.js';
import { UpdateApplication } from './update.js';

const LIST = '/-/profile/applications';
const NOTHING: WantedApplication = {
  name: '',
  redirectUris: [],
  scopes: [],
  confidential: true,
  implicitGrantEnabled: true,
  passwordGrantEnabled: true,
};
const SCOPES = OAUTH_SCOPES.map((scope) => ({ scope, text: SCOPE_TEXTS[scope] }));

type Form = { readonly wanted: WantedApplication; readonly failures: ApplicationFailures };

/** Users' own applications, and those that may act for them. */
@Controller()
export class ApplicationsController {
  constructor(
    private readonly applicationFacts: ApplicationFacts,
    private readonly registerApplication: RegisterApplication,
    private readonly updateApplication: UpdateApplication,
    private readonly deleteApplication: DeleteApplication,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(LIST, { summary: 'List applications', params: NoParams, returns: returns.html })
  list(@Call() call: CallOf<typeof NoParams>) {
    return this.listPage(call, { wanted: NOTHING, failures: {} });
  }

  @Endpoint.get('/oauth/applications', {
    summary: 'List applications, by the address of v4',
    params: NoParams,
    returns: returns.html,
  })
  listByOldAddress() {
    return new Redirect(LIST);
  }

  @Endpoint.post('/oauth/applications', {
    summary: 'Register an application',
    params: ApplicationParams,
    returns: returns.html,
  })
  async create(@Call() call: CallOf<typeof ApplicationParams>) {
    const wanted = wantedApplicationOf(call.params);
    const registered = await this.registerApplication.execute(call.user.userId, wanted);
    if ('failures' in registered) return this.listPage(call, { wanted, failures: registered.failures });
    const { application, secret } = registered;
    const data = { title: 'Application registered', name: application.name, uid: application.uid, secret };
    return new Html(this.pages.render(call, 'application-secret', data));
  }

  @Endpoint.get('/oauth/applications/:id', {
    summary: 'Show an application',
    params: ApplicationIdParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async one(@Call() call: CallOf<typeof ApplicationIdParams>) {
    const application = await this.applicationFacts.oneOwned(call.params.id, call.user.userId);
    if (!application) throw RouteNotFound();
    return this.editPage(call, application.id, { wanted: application, failures: {} });
  }

  @Endpoint.post('/oauth/applications/:id', {
    summary: 'Change an application',
    params: ChangeApplicationParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async change(@Call() call: CallOf<typeof ChangeApplicationParams>) {
    const wanted = wantedApplicationOf(call.params);
    const failures = await this.updateApplication.execute(call.params.id, call.user.userId, wanted);
    if (!failures) throw RouteNotFound();
    if (Object.keys(failures).length === 0) return new Redirect(LIST);
    return this.editPage(call, call.params.id, { wanted, failures });
  }

  @Endpoint.post('/oauth/applications/:id/delete', {
    summary: 'Delete an application',
    params: ApplicationIdParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async remove(@Call() call: CallOf<typeof ApplicationIdParams>) {
    if (!(await this.deleteApplication.execute(call.params.id, call.user.userId))) throw RouteNotFound();
    return new Redirect(LIST);
  }

  @Endpoint.post('/oauth/authorized_applications/:id/delete', {
    summary: 'Take back what an application was allowed',
    params: ApplicationIdParams,
    returns: returns.html,
  })
  async deauthorize(@Call() call: CallOf<typeof ApplicationIdParams>) {
    await this.deleteApplication.deauthorize(call.params.id, call.user.userId);
    return new Redirect(LIST);
  }

  private async listPage(call: EndpointCall<unknown>, form: Form): Promise<Html> {
    const { userId } = call.user;
    const [owned, authorized] = await Promise.all([
      this.applicationFacts.owned(userId),
      this.applicationFacts.authorized(userId),
    ]);
    const data = { title: 'Applications', action: '/oauth/applications', owned, authorized, ...presented(form) };
    return new Html(this.pages.render(call, 'applications', data), statusOf(form));
  }

  private editPage(call: EndpointCall<unknown>, id: number, form: Form): Html {
    const data = { title: `Edit ${form.wanted.name}`, action: `/oauth/applications/${id}`, ...presented(form) };
    return new Html(this.pages.render(call, 'application', data), statusOf(form));
  }
}

function presented({ wanted, failures }: Form) {
  const errors = Object.entries(failures).flatMap(([field, texts]) =>
    (texts ?? []).map((text) => ({
      field: `application-${field}`,
      text: `${LABELS[field as keyof ApplicationFailures]} ${text}`,
    })),
  );
  const scopes = SCOPES.map((each) => ({ ...each, chosen: wanted.scopes.includes(each.scope) }));
  const { name, confidential, implicitGrantEnabled: implicitGrant, passwordGrantEnabled: passwordGrant } = wanted;
  const redirectUris = wanted.redirectUris.join('\n');
  return { errors, scopes, name, confidential, redirectUris, implicitGrant, passwordGrant };
}

const LABELS = { name: 'Name', redirect_uri: 'Redirect URI', scopes: 'Scopes' } as const;

function statusOf({ failures }: Form) {
  return Object.keys(failures).length > 0 ? { status: 422 } : {};
}
