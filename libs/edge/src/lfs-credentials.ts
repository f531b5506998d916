import { principalOfLfsToken } from '@hearth/access';
import type { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { StillValidQuery } from '@hearth/identity-contracts';
import { SignatureError, type Signer, type Verifier } from '@hearth/secrets';
import type { JudgedCredential } from './credentials.js';

/** The service that issues tokens. With all services in one process, that process signs them with its own key. */
const ISSUER = 'repository';

/** Checks the tokens of git LFS, which repository has issued to clients for their transfers. */
export class LfsCredentials {
  constructor(
    private readonly calls: Calls,
    private readonly verifier: Verifier,
    private readonly signer: Signer,
  ) {}

  /**
   * Judges a token. A blocked user, or a token or key that was revoked since, opens nothing any more.
   * @param url of the request
   */
  async judge(token: string, url: string): Promise<JudgedCredential> {
    const principal = await this.principalOf(token, url);
    if (!principal) return { outcome: 'unknown' };
    const { deployKeyId, deployTokenId, tokenId, sshKeyId } = principal.credential;
    // repository looks up the rights of deploy keys and tokens with their access.
    if (deployKeyId !== undefined || deployTokenId !== undefined) return { outcome: 'accepted', principal };
    const { user } = await this.calls.query(StillValidQuery, { userId: principal.userId, tokenId, sshKeyId });
    return user ? { outcome: 'accepted', principal: { ...principal, ...user } } : { outcome: 'unknown' };
  }

  private async principalOf(token: string, url: string): Promise<Principal | null> {
    try {
      return await principalOfLfsToken(this.verifier, token, { url, issuers: [ISSUER, this.signer.service] });
    } catch (error) {
      if (error instanceof SignatureError) return null;
      throw error;
    }
  }
}
