import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, RouteNotFound, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { z } from 'zod';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { PageParams } from '../profile/profile.params.js';
import { NoParams } from '../users/user.params.js';
import { ApplicationFacts } from './application.facts.js';
import {
  ApplicationIdParams,
  ApplicationParams,
  ChangeApplicationParams,
  EndApplicationParams,
  wantedApplicationOf,
} from './application.params.js';
import { OAUTH_SCOPES, SCOPE_TEXTS, type ApplicationFailures, type WantedApplication } from './application.rules.js';
import { DeleteApplication } from './delete.js';
import { RegisterApplication } from './register.js';
import { UpdateApplication } from './update.js';

const LIST = '/-/profile/applications';
const REGISTERED = '/oauth/applications/registered';
const Registered = z.object({ name: z.string(), uid: z.string(), secret: z.string() });
const NOTHING: WantedApplication = {
  name: '',
  redirectUris: [],
  scopes: [],
  confidential: true,
  implicitGrantEnabled: true,
  passwordGrantEnabled: true,
};
const SCOPES = OAUTH_SCOPES.map((value) => ({ value, text: SCOPE_TEXTS[value] }));

type Form = { readonly wanted: WantedApplication; readonly failures: ApplicationFailures };

/** Pages of the current user's applications, and of those that may act for the user. */
@Controller()
export class ApplicationsController {
  constructor(
    private readonly applicationFacts: ApplicationFacts,
    private readonly registerApplication: RegisterApplication,
    private readonly updateApplication: UpdateApplication,
    private readonly deleteApplication: DeleteApplication,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(LIST, { summary: 'List applications', params: PageParams, returns: returns.html })
  list(@Call() call: CallOf<typeof PageParams>) {
    return this.listPage(call, { wanted: NOTHING, failures: {} }, noticeOf(call.params.done));
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
    return new Redirect(REGISTERED, { flash: { name: application.name, uid: application.uid, secret } });
  }

  @Endpoint.get(REGISTERED, {
    summary: 'Show the secret of a new application once',
    params: NoParams,
    returns: returns.html,
  })
  registered(@Call() call: CallOf<typeof NoParams>) {
    const registered = call.takeFlash(Registered);
    if (!registered) return new Redirect(withNotice(LIST, 'shown'));
    const data = { title: 'Application registered', ...registered };
    return this.pages.page(call, 'application-secret', data);
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
    if (Object.keys(failures).length === 0) return new Redirect(withNotice(LIST, 'saved'));
    return this.editPage(call, call.params.id, { wanted, failures });
  }

  @Endpoint.post('/oauth/applications/:id/delete', {
    summary: 'Delete an application',
    params: EndApplicationParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async remove(@Call() call: CallOf<typeof EndApplicationParams>) {
    const { id, confirmed } = call.params;
    if (!confirmed) {
      const application = await this.applicationFacts.oneOwned(id, call.user.userId);
      if (!application) throw RouteNotFound();
      const text = 'It is refused from then on, for everybody who uses it, and what it was allowed ends.';
      return this.pages.confirm(call, { title: `Delete “${application.name}”?`, text, button: 'Delete', back: LIST });
    }
    if (!(await this.deleteApplication.execute(id, call.user.userId))) throw RouteNotFound();
    return new Redirect(withNotice(LIST, 'deleted'));
  }

  @Endpoint.post('/oauth/authorized_applications/:id/delete', {
    summary: 'Take back what an application was allowed',
    params: EndApplicationParams,
    returns: returns.html,
  })
  async deauthorize(@Call() call: CallOf<typeof EndApplicationParams>) {
    const { id, confirmed } = call.params;
    if (!confirmed) {
      const authorized = await this.applicationFacts.authorized(call.user.userId);
      const name = authorized.find((each) => each.id === id)?.name;
      const title = name === undefined ? 'Revoke this application?' : `Revoke “${name}”?`;
      const text = 'It can no longer act for you, until you authorize it again.';
      return this.pages.confirm(call, { title, text, button: 'Revoke', back: LIST });
    }
    await this.deleteApplication.deauthorize(id, call.user.userId);
    return new Redirect(withNotice(LIST, 'revoked'));
  }

  private async listPage(call: EndpointCall<unknown>, form: Form, notice: string | null = null): Promise<Html> {
    const { userId } = call.user;
    const [owned, authorized] = await Promise.all([
      this.applicationFacts.owned(userId),
      this.applicationFacts.authorized(userId),
    ]);
    const data = {
      title: 'Applications',
      notice,
      action: '/oauth/applications',
      owned,
      authorized,
      ...presented(form),
    };
    return this.pages.page(call, 'applications', data);
  }

  private editPage(call: EndpointCall<unknown>, id: number, form: Form): Html {
    const data = { title: `Edit ${form.wanted.name}`, action: `/oauth/applications/${id}`, ...presented(form) };
    return this.pages.page(call, 'application', data);
  }
}

function presented({ wanted, failures }: Form) {
  const wrong = Object.entries(failures).flatMap(([field, texts]) =>
    (texts ?? []).map((text) => ({ field, text: `${LABELS[field as keyof ApplicationFailures]} ${text}` })),
  );
  const scopes = SCOPES.map((each) => ({ ...each, chosen: wanted.scopes.includes(each.value) }));
  const { name, confidential, implicitGrantEnabled: implicitGrant, passwordGrantEnabled: passwordGrant } = wanted;
  const values = { name, redirect_uri: wanted.redirectUris.join('\n') };
  return { failures: wrong, scopes, confidential, values, implicitGrant, passwordGrant };
}

const LABELS = { name: 'Name', redirect_uri: 'Redirect URI', scopes: 'Scopes' } as const;
