import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import {
  attempt,
  FIRST_PAGE,
  type FormFailure,
  isPrivateKey,
  pageLinks,
  pageOf,
  PRIVATE_KEY_SENT,
} from '@hearth/pages';
import { ListPageParams, noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { SshKeyInvalid, SshKeyNotFound } from '../refusals.js';
import { CreateSshKey } from './create.js';
import { DeleteSshKey } from './delete.js';
import { placedKeyFailures } from './ssh-key-form.rules.js';
import { SshKeyFacts } from './ssh-key.facts.js';
import { DeleteSshKeyFormParams, SshKeyFormParams, wantedSshKeyOf } from './ssh-key.params.js';
import { printedFingerprint } from './ssh-key.rules.js';

const LIST = '/-/profile/keys';

/** Content of the page besides the keys. */
interface Shown {
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
  readonly values: { readonly title: string; readonly key: string };
}

/** Pages of the current user's SSH keys. */
@Controller()
export class SshKeyPagesController {
  constructor(
    private readonly sshKeyFacts: SshKeyFacts,
    private readonly createSshKey: CreateSshKey,
    private readonly deleteSshKey: DeleteSshKey,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(LIST, { summary: "Show one's SSH keys", params: ListPageParams, returns: returns.html })
  list(@Call() call: CallOf<typeof ListPageParams>) {
    const shown = { notice: noticeOf(call.params.done), failures: [], values: { title: '', key: '' } };
    return this.listPage(call, shown, pageOf(call.params.page));
  }

  @Endpoint.post(LIST, {
    summary: 'Add an SSH key in a browser',
    params: SshKeyFormParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async create(@Call() call: CallOf<typeof SshKeyFormParams>) {
    if (isPrivateKey(call.params.key)) {
      const values = { title: call.params.title, key: '' };
      return this.listPage(call, { notice: null, failures: [PRIVATE_KEY_SENT], values });
    }
    const wanted = wantedSshKeyOf(call.params);
    const made = await attempt(() => this.createSshKey.execute(call.user.userId, wanted), [SshKeyInvalid]);
    if ('value' in made) return new Redirect(withNotice(LIST, 'added'));
    const failures = placedKeyFailures(made.failures);
    return this.listPage(call, { notice: null, failures, values: call.params });
  }

  @Endpoint.post(`${LIST}/:key_id/delete`, {
    summary: 'Delete an SSH key in a browser',
    params: DeleteSshKeyFormParams,
    returns: returns.html,
    refuses: [SshKeyNotFound],
  })
  async delete(@Call() call: CallOf<typeof DeleteSshKeyFormParams>) {
    const { params, user, unlessModified } = call;
    if (!params.confirmed) {
      const { title } = await this.sshKeyFacts.one(user.userId, params.key_id);
      const text = 'Git is refused with this key from then on.';
      return this.pages.confirm(call, { title: `Delete the key “${title}”?`, text, button: 'Delete', back: LIST });
    }
    await this.deleteSshKey.execute(user.userId, params.key_id, unlessModified);
    return new Redirect(withNotice(LIST, 'deleted'));
  }

  private async listPage(call: EndpointCall<unknown>, shown: Shown, request = FIRST_PAGE): Promise<Html> {
    const page = await this.sshKeyFacts.page(call.user.userId, request);
    const keys = page.items.map((key) => ({ ...key, fingerprint: printedFingerprint(key.fingerprint) }));
    const data = { title: 'SSH keys', keys, pager: pageLinks(page, LIST), ...shown };
    return this.pages.page(call, 'ssh-keys', data);
  }
}
