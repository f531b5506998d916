import { z } from 'zod';
import { SshKeyView, presentSshKey } from '../ssh-keys/ssh-key.view.js';
import { PublicUserView, presentPublicUser } from '../users/user.view.js';
import type { KeyFact } from './key.facts.js';

/** Key with its user, for admins. */
export const KeyView = SshKeyView.extend({
  expires_at: z.iso.datetime({ precision: 3 }).nullable().describe('When the key stops working; null: never'),
  user: PublicUserView.nullable().describe(
    'The user of the key; of a deploy key its creator, null after their deletion',
  ),
  deploy_keys_projects: z
    .array(
      z.strictObject({
        deploy_key_id: z.int().describe('Id of the key'),
        project_id: z.int().describe('Id of a project that has the key'),
        can_push: z.boolean().describe('Whether the key may push to the project'),
      }),
    )
    .optional()
    .describe('Of a deploy key: the newest of its projects, at most 100'),
});
export type KeyView = z.output<typeof KeyView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentKey({ key, user, projects }: KeyFact, baseUrl: string): KeyView {
  return {
    ...presentSshKey(key),
    expires_at: key.expiresAt?.toISOString() ?? null,
    user: user && presentPublicUser(user, baseUrl),
    ...(key.isDeployKey && {
      deploy_keys_projects: projects.map(({ projectId, canPush }) => ({
        deploy_key_id: key.id,
        project_id: projectId,
        can_push: canPush,
      })),
    }),
  };
}
