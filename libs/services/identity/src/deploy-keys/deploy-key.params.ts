import { atLeastOneOf, v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import { done } from '../pages/notices.js';
import { normalSshKey } from '../ssh-keys/ssh-key.rules.js';
import type { DeployKeyChanges, WantedDeployKey } from './deploy-key.rules.js';

const KEY = {
  title: v4.text().describe('Name of the key'),
  key: v4.text().describe('The public key, as OpenSSH writes it'),
  expires_at: v4.optional(v4.dateTime()).describe('When the key stops working; never if absent'),
};
const CAN_PUSH = v4.optional(v4.boolean()).describe('Whether the key may push to the project; by default false');
const KEY_ID = { id: v4.project(), key_id: v4.id() };

export const DeployKeysParams = z.object({
  ...v4.page,
  public: v4.optional(v4.boolean()).describe('Only keys that every project may enable'),
});
export const CreateDeployKeyParams = z.object(KEY);
export const DeployKeyParams = z.object({ key_id: v4.id() });

export const ProjectDeployKeysParams = z.object({ id: v4.project(), ...v4.page });
export const ProjectDeployKeyParams = z.object(KEY_ID);
export const AddDeployKeyParams = z.object({ id: v4.project(), ...KEY, can_push: CAN_PUSH });
export const UpdateDeployKeyParams = atLeastOneOf(
  z.object({ ...KEY_ID, title: v4.optional(v4.text()).describe('Name of the key'), can_push: CAN_PUSH }),
  'title',
  'can_push',
);

export const DeployKeysPageParams = z.object({
  ...{ id: v4.project(), page: v4.page.page, done },
  public: v4
    .optional(v4.boolean())
    .transform((given) => given ?? false)
    .describe('Public keys in place of those of the project'),
});
/** Form of a new key. Failures are shown beside its fields. */
export const DeployKeyFormParams = AddDeployKeyParams.extend({
  title: v4.text().prefault(''),
  key: v4.text().prefault('').meta({ title: 'Public key' }),
});
export const RemoveDeployKeyFormParams = ProjectDeployKeyParams.extend({ confirmed });

/** Returns the key in the parameters. */
export function wantedDeployKeyOf(params: z.output<typeof CreateDeployKeyParams>): WantedDeployKey {
  const { title, key, expires_at: expiresAt } = params;
  return { title: title.normalize('NFC'), key: normalSshKey(key), expiresAt: expiresAt ?? null };
}

/** Returns the changes in the parameters. */
export function deployKeyChangesOf(params: z.output<typeof UpdateDeployKeyParams>): DeployKeyChanges {
  return { title: params.title?.normalize('NFC'), canPush: params.can_push };
}
