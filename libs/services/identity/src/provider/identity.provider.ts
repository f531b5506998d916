import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { ActAs, Authenticate, EnsureRoot, MintToken, UsersByIds } from '@hearth/contracts';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { MintPersonalToken } from '../tokens/mint.js';
import { EnsureRootUser } from '../users/ensure-root.js';
import { UserFacts } from '../users/user.facts.js';

/** Answers what other services, the gateway and the operator ask of identity. */
@Injectable()
export class IdentityProvider {
  constructor(
    private readonly authentication: AuthenticateCredential,
    private readonly users: UserFacts,
    private readonly mint: MintPersonalToken,
    private readonly root: EnsureRootUser,
  ) {}

  @Answers(Authenticate)
  authenticate(credential: InputOf<typeof Authenticate>): Promise<OutputOf<typeof Authenticate>> {
    return this.authentication.execute(credential);
  }

  @Answers(ActAs)
  actAs(question: InputOf<typeof ActAs>): Promise<OutputOf<typeof ActAs>> {
    return this.authentication.actAs(question);
  }

  @Answers(UsersByIds)
  async usersByIds({ ids }: InputOf<typeof UsersByIds>): Promise<OutputOf<typeof UsersByIds>> {
    return { users: await this.users.cards(ids) };
  }

  @Answers(MintToken)
  mintToken(asked: InputOf<typeof MintToken>): Promise<OutputOf<typeof MintToken>> {
    return this.mint.execute(asked);
  }

  @Answers(EnsureRoot)
  ensureRoot({ password }: InputOf<typeof EnsureRoot>): Promise<OutputOf<typeof EnsureRoot>> {
    return this.root.execute(password);
  }
}
