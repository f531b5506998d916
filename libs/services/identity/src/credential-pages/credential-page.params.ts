import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { accessTokenParams } from '../access-tokens/access-token.params.js';
import { credentialHolderParams } from '../credential-holders/credential-holder.params.js';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { deployTokenParams } from '../deploy-tokens/deploy-token.params.js';

const notices = defineNotices({
  revoked: 'Revoked.',
  shown: 'The token was shown once, and is not shown again.',
});
export const { noticeOf, withNotice } = notices;

/** A form without a box that is checked sends none. */
const scopes = v4.list(v4.text()).prefault([]);
const name = v4.text().prefault('');
/** Empty in a form: not given. */
const unlessEmpty = v4
  .text()
  .transform((text) => text || undefined)
  .optional();

/** Parameters of the pages of access tokens and deploy tokens; `id` names a project or a group. */
export function credentialPageParams(kind: CredentialHolder['kind']) {
  const holder = z.object(credentialHolderParams(kind));
  return {
    list: holder.extend({ page: v4.page.page, done: notices.done }),
    createAccessToken: accessTokenParams(kind).create.extend({ name, scopes, description: unlessEmpty }),
    createDeployToken: deployTokenParams(kind).create.extend({ name, scopes, username: unlessEmpty }),
    created: holder,
    revoke: holder.extend({ token_id: v4.id(), confirmed }),
  };
}
export type CredentialPageParams = ReturnType<typeof credentialPageParams>;
