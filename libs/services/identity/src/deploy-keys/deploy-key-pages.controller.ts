import { Controller } from '@nestjs/common';
import {
  Call,
  Endpoint,
  Forbidden,
  PreconditionFailed,
  Redirect,
  returns,
  type CallOf,
  type EndpointCall,
} from '@hearth/http';
import { attempt, FIRST_PAGE, isPrivateKey, ownerPageAddress, pageOf, PRIVATE_KEY_SENT } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { DeployKeyNotFound, ProjectDeployKeyInvalid } from '../refusals.js';
import { placedKeyFailures } from '../ssh-keys/ssh-key-form.rules.js';
import { AddDeployKey } from './add.js';
import { DEPLOY_KEYS, presentDeployKeysPage, type ShownForm } from './deploy-key-pages.view.js';
import { DeployKeyFacts } from './deploy-key.facts.js';
import {
  deployKeyChangesOf,
  DeployKeyFormParams,
  DeployKeysPageParams,
  ProjectDeployKeyParams,
  RemoveDeployKeyFormParams,
  UpdateDeployKeyParams,
  wantedDeployKeyOf,
} from './deploy-key.params.js';
import { RemoveDeployKey } from './remove.js';
import { UpdateDeployKey } from './update.js';

const AT = '/-/project/:id/deploy_keys';
const MANAGE = { can: abilities.manageDeployKeys } as const;
const FIELDS = 'deploy_key.';
const LABELS = { [`${FIELDS}title`]: 'Title', [`${FIELDS}key`]: 'Public key', [`${FIELDS}fingerprint`]: 'Fingerprint' };

/** Page of the deploy keys of a project, with their forms. */
@Controller()
export class DeployKeyPagesController {
  constructor(
    private readonly deployKeyFacts: DeployKeyFacts,
    private readonly addDeployKey: AddDeployKey,
    private readonly updateDeployKey: UpdateDeployKey,
    private readonly removeDeployKey: RemoveDeployKey,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(AT, {
    summary: 'Show the deploy keys of a project, or public ones',
    ...MANAGE,
    params: DeployKeysPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof DeployKeysPageParams>) {
    const { page, done, public: isPublic } = call.params;
    const notice = noticeOf(done);
    if (!isPublic) return this.page(call, { notice }, pageOf(page));
    const keys = await this.deployKeyFacts.publicFor(call.project.project.id, pageOf(page));
    return this.render(call, isPublic, keys, { notice });
  }

  @Endpoint.post(AT, {
    summary: 'Add a deploy key to a project in a browser',
    ...MANAGE,
    params: DeployKeyFormParams,
    returns: returns.html,
    refuses: [DeployKeyNotFound],
  })
  async add(@Call() call: CallOf<typeof DeployKeyFormParams>) {
    const { params, project, user } = call;
    if (isPrivateKey(params.key))
      return this.page(call, { values: { ...params, key: '' }, failures: [PRIVATE_KEY_SENT] });
    const { id } = project.project;
    const made = await attempt(
      () => this.addDeployKey.execute(id, wantedDeployKeyOf(params), params.can_push ?? false, user),
      [ProjectDeployKeyInvalid],
      LABELS,
    );
    if ('value' in made) return this.back(call, 'added');
    const values = { ...params, expires_at: params.expires_at?.toISOString().slice(0, 10) };
    return this.page(call, { values, failures: placedKeyFailures(made.failures, FIELDS) });
  }

  @Endpoint.post(`${AT}/:key_id`, {
    summary: 'Change a deploy key of a project in a browser',
    ...MANAGE,
    params: UpdateDeployKeyParams,
    returns: returns.html,
    refuses: [DeployKeyNotFound, Forbidden],
  })
  async update(@Call() call: CallOf<typeof UpdateDeployKeyParams>) {
    const { params, project, user } = call;
    const changes = deployKeyChangesOf(params);
    const made = await attempt(
      () => this.updateDeployKey.execute(project.project.id, params.key_id, changes, user),
      [ProjectDeployKeyInvalid],
      LABELS,
    );
    if ('value' in made) return this.back(call, 'saved');
    return this.page(call, { failures: made.failures.map(({ text }) => ({ field: null, text })) });
  }

  @Endpoint.post(`${AT}/:key_id/enable`, {
    summary: 'Add a public deploy key to a project in a browser',
    ...MANAGE,
    params: ProjectDeployKeyParams,
    returns: returns.html,
    refuses: [DeployKeyNotFound],
  })
  async enable(@Call() call: CallOf<typeof ProjectDeployKeyParams>) {
    await this.addDeployKey.enable(call.project.project.id, call.params.key_id, call.user);
    return this.back(call, 'added');
  }

  @Endpoint.post(`${AT}/:key_id/delete`, {
    summary: 'Remove a deploy key from a project in a browser',
    ...MANAGE,
    params: RemoveDeployKeyFormParams,
    returns: returns.html,
    refuses: [DeployKeyNotFound, PreconditionFailed],
  })
  async remove(@Call() call: CallOf<typeof RemoveDeployKeyFormParams>) {
    const { params, project, unlessModified } = call;
    const { id } = project.project;
    if (!params.confirmed) {
      const { title, public: isPublic } = await this.deployKeyFacts.inProject(id, params.key_id);
      const text = `Git is refused with it in this project from then on.${isPublic ? '' : ' A key that no project has is deleted.'}`;
      const back = ownerPageAddress('project', call, DEPLOY_KEYS);
      return this.pages.confirm(call, { title: `Remove the key “${title}”?`, text, button: 'Remove', back });
    }
    await this.removeDeployKey.execute(id, params.key_id, unlessModified);
    return this.back(call, 'deleted');
  }

  private async page(call: EndpointCall<unknown>, shown: ShownForm, request = FIRST_PAGE) {
    return this.render(call, false, await this.deployKeyFacts.pageOfProject(call.project.project.id, request), shown);
  }

  private render(
    call: EndpointCall<unknown>,
    isPublic: boolean,
    keys: Parameters<typeof presentDeployKeysPage>[2],
    shown: ShownForm,
  ) {
    const which = { isPublic, isAdmin: call.user.admin };
    return this.pages.page(call, 'deploy-keys', presentDeployKeysPage(call, which, keys, shown));
  }

  private back(call: EndpointCall<unknown>, notice: Parameters<typeof withNotice>[1]) {
    return new Redirect(withNotice(ownerPageAddress('project', call, DEPLOY_KEYS), notice));
  }
}
