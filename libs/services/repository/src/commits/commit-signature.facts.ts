import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { OutputOf } from '@hearth/contract-kit';
import {
  MOST_SIGNATURE,
  MOST_SIGNED_BYTES,
  VerifySignatureQuery,
  type SIGNATURE_TYPES,
} from '@hearth/identity-contracts';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Signature of a commit, with what identity says of it. */
export interface CommitSignatureFact extends OutputOf<typeof VerifySignatureQuery> {
  readonly type: (typeof SIGNATURE_TYPES)[number];
}

const BEGIN_SSH = '-----BEGIN SSH SIGNATURE-----';
const BEGIN_PGP = /^-----BEGIN PGP (?:SIGNATURE|MESSAGE)-----/;
const NOT_CHECKED = {
  status: 'unverified',
  gpgKey: { keyId: null, primaryKeyId: null, userName: null, userEmail: null },
  sshKey: null,
} as const;

/** Reads the signatures of commits. */
@Injectable()
export class CommitSignatureFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
    private readonly calls: Calls,
  ) {}

  /**
   * Returns the signature of a commit; null for an unsigned one, and for one of another type than OpenPGP and SSH. One that is too large is not
   * checked.
   * @throws SignaturesBusy
   */
  async of({ projectId }: Reader, { id, signature, committer }: Commit): Promise<CommitSignatureFact | null> {
    const type = signature === null ? null : typeOf(signature);
    const repository = type && (await this.repositoryFacts.readable(projectId));
    const signed = repository && (await this.git.objects.signedBytes(repository, id));
    if (!type || !signed) return null;
    if (signed.length > MOST_SIGNED_BYTES || signature!.length > MOST_SIGNATURE) return { type, ...NOT_CHECKED };
    const payload = signed.toString('base64');
    const committerEmail = committer.email;
    return {
      type,
      ...(await this.calls.query(VerifySignatureQuery, { type, payload, signature: signature!, committerEmail })),
    };
  }
}

function typeOf(signature: string): CommitSignatureFact['type'] | null {
  if (signature.startsWith(BEGIN_SSH)) return 'SSH';
  return BEGIN_PGP.test(signature) ? 'PGP' : null;
}
