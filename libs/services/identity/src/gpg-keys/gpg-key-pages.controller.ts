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
import { GpgKeyInvalid, GpgKeyNotFound } from '../refusals.js';
import { CreateGpgKey } from './create.js';
import { DeleteGpgKey } from './delete.js';
import { GpgKeyFacts } from './gpg-key.facts.js';
import { DeleteGpgKeyFormParams, GpgKeyFormParams } from './gpg-key.params.js';

const LIST = '/-/profile/gpg_keys';

/** Content of the page besides the keys. */
interface Shown {
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
  readonly values: { readonly key: string };
}

/** Pages of the current user's GPG keys. */
@Controller()
export class GpgKeyPagesController {
  constructor(
    private readonly gpgKeyFacts: GpgKeyFacts,
    private readonly createGpgKey: CreateGpgKey,
    private readonly deleteGpgKey: DeleteGpgKey,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(LIST, { summary: "Show one's GPG keys", params: ListPageParams, returns: returns.html })
  list(@Call() call: CallOf<typeof ListPageParams>) {
    const shown = { notice: noticeOf(call.params.done), failures: [], values: { key: '' } };
    return this.listPage(call, shown, pageOf(call.params.page));
  }

  @Endpoint.post(LIST, {
    summary: 'Add a GPG key in a browser',
    params: GpgKeyFormParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async create(@Call() call: CallOf<typeof GpgKeyFormParams>) {
    if (isPrivateKey(call.params.key))
      return this.listPage(call, { notice: null, failures: [PRIVATE_KEY_SENT], values: { key: '' } });
    const made = await attempt(() => this.createGpgKey.execute(call.user.userId, call.params.key), [GpgKeyInvalid]);
    if ('value' in made) return new Redirect(withNotice(LIST, 'added'));
    // The form has no field for the fingerprint: its failures repeat those of the key.
    const failures = made.failures.filter(({ field }) => field !== 'fingerprint');
    return this.listPage(call, { notice: null, failures, values: call.params });
  }

  @Endpoint.post(`${LIST}/:key_id/delete`, {
    summary: 'Delete a GPG key in a browser',
    params: DeleteGpgKeyFormParams,
    returns: returns.html,
    refuses: [GpgKeyNotFound],
  })
  async delete(@Call() call: CallOf<typeof DeleteGpgKeyFormParams>) {
    const { params, user, unlessModified } = call;
    if (!params.confirmed) {
      const { fingerprint } = await this.gpgKeyFacts.one(user.userId, params.key_id);
      const title = `Delete the key ${printedId(fingerprint)}?`;
      const text = 'Others no longer learn from the API that you sign with it.';
      return this.pages.confirm(call, { title, text, button: 'Delete', back: LIST });
    }
    await this.deleteGpgKey.execute(user.userId, params.key_id, unlessModified);
    return new Redirect(withNotice(LIST, 'deleted'));
  }

  private async listPage(call: EndpointCall<unknown>, shown: Shown, request = FIRST_PAGE): Promise<Html> {
    const page = await this.gpgKeyFacts.page(call.user.userId, request);
    const keys = page.items.map(({ id, fingerprint, createdAt }) => {
      const printed = fingerprint.toString('hex').toUpperCase();
      return { id, title: `Key ${printedId(fingerprint)}`, fingerprint: printed, createdAt };
    });
    const data = { title: 'GPG keys', keys, pager: pageLinks(page, LIST), ...shown };
    return this.pages.page(call, 'gpg-keys', data);
  }
}

/** Returns the long id of a key: the end of its fingerprint. */
function printedId(fingerprint: Buffer): string {
  return fingerprint.toString('hex').slice(-16).toUpperCase();
}
