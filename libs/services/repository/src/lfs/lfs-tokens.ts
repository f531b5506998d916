import { Injectable } from '@nestjs/common';
import { LFS_TOKEN_SECONDS, issueLfsToken, lfsPath } from '@hearth/access';
import type { Principal, ProjectCard } from '@hearth/contract-kit';
import { Signer } from '@hearth/secrets';
import type { LfsOperation } from './lfs-request.rules.js';

/** A signature may be a few seconds old, and clocks differ. */
const EARLY_SECONDS = 60;

/** Credential of a client for the next requests of an operation. */
export interface LfsAuthorization {
  /** Value of the header `Authorization`. */
  readonly header: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** Issues the short-lived credentials of LFS clients. */
@Injectable()
export class LfsTokens {
  constructor(private readonly signer: Signer) {}

  /**
   * Issues a credential that is accepted for one project, one operation and one kind of path only: that of a batch request's answer opens no further
   * batch, so that none can be renewed for ever.
   */
  issue(
    principal: Principal,
    { fullPath }: Pick<ProjectCard, 'fullPath'>,
    { operation, opens }: { readonly operation: LfsOperation; readonly opens: 'api' | 'contents' },
  ): LfsAuthorization {
    const scope = operation === 'upload' ? ('write_repository' as const) : ('read_repository' as const);
    const limited = { ...principal, credential: { ...principal.credential, scopes: [scope] } };
    const token = issueLfsToken(this.signer, lfsPath(fullPath, opens), limited);
    const pair = Buffer.from(`${principal.username}:${token}`).toString('base64');
    return { header: `Basic ${pair}`, expiresIn: LFS_TOKEN_SECONDS - EARLY_SECONDS };
  }
}
