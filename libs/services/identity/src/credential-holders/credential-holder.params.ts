import { v4 } from '@hearth/http';
import type { CredentialHolder } from './credential-holder.rules.js';

/** Path parameter of the endpoints of a project's or group's credentials. */
export function credentialHolderParams(kind: CredentialHolder['kind']) {
  return { id: kind === 'project' ? v4.project() : v4.group() };
}
