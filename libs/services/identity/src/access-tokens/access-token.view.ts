import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import type { IssuedToken } from '../tokens/issue.js';
import { PersonalTokenView, presentPersonalToken } from '../tokens/token.view.js';
import type { AccessTokenFact } from './access-token.facts.js';

/** Access token of a project or group, without its value. */
export const AccessTokenView = PersonalTokenView.extend({
  access_level: z.int().nullable().describe('Access level of its bot; null after the bot has left'),
});
export type AccessTokenView = z.output<typeof AccessTokenView>;

/** Response to the creation of a token, the only one with its value. */
export const NewAccessTokenView = AccessTokenView.extend({ token: secretText() });

export function presentAccessToken(token: AccessTokenFact): AccessTokenView {
  return { ...presentPersonalToken(token), access_level: token.level };
}

export function presentNewAccessToken(
  token: AccessTokenFact,
  { value }: IssuedToken,
): z.output<typeof NewAccessTokenView> {
  return { ...presentAccessToken(token), token: value };
}
