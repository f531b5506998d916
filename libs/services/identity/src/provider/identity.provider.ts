import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  ActAsQuery,
  AuthenticateQuery,
  EnsureRootCommand,
  FindSshKeyQuery,
  FindUserIdsQuery,
  MakeAdminCommand,
  MintTokenCommand,
  SignJobTokensCommand,
  StillValidQuery,
  UsersByIdsQuery,
  WhichUsersExistQuery,
} from '@hearth/identity-contracts';
import { SignJobTokens } from '../openid/sign-job-tokens.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { AuthenticateSession } from '../sessions/authenticate.js';
import { SshKeyFacts } from '../ssh-keys/ssh-key.facts.js';
import { MintPersonalToken } from '../tokens/mint.js';
import { EnsureRootUser } from '../admins/ensure-root.js';
import { MakeAdmin } from '../admins/make-admin.js';
import { UserFacts } from '../users/user.facts.js';

/** Answers what other services, the gateway and the operator ask of identity. */
@Controller()
export class IdentityProvider {
  constructor(
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly authenticateSession: AuthenticateSession,
    private readonly userFacts: UserFacts,
    private readonly sshKeyFacts: SshKeyFacts,
    private readonly mintPersonalToken: MintPersonalToken,
    private readonly ensureRootUser: EnsureRootUser,
    private readonly makeAdminCommand: MakeAdmin,
    private readonly signJobTokens: SignJobTokens,
  ) {}

  @Answers(AuthenticateQuery)
  authenticate(credential: InputOf<typeof AuthenticateQuery>): Promise<OutputOf<typeof AuthenticateQuery>> {
    return credential.kind === 'session'
      ? this.authenticateSession.execute(credential.sessionHash)
      : this.authenticateCredential.execute(credential);
  }

  @Answers(ActAsQuery)
  actAs(question: InputOf<typeof ActAsQuery>): Promise<OutputOf<typeof ActAsQuery>> {
    return this.authenticateCredential.actAs(question);
  }

  @Answers(StillValidQuery)
  stillValid(question: InputOf<typeof StillValidQuery>): Promise<OutputOf<typeof StillValidQuery>> {
    return this.authenticateCredential.stillValid(question);
  }

  @Answers(FindSshKeyQuery)
  findSshKey(offered: InputOf<typeof FindSshKeyQuery>): Promise<OutputOf<typeof FindSshKeyQuery>> {
    return this.sshKeyFacts.authenticate(offered);
  }

  @Answers(UsersByIdsQuery)
  async usersByIds({
    ids,
    withProfile = false,
  }: InputOf<typeof UsersByIdsQuery>): Promise<OutputOf<typeof UsersByIdsQuery>> {
    return { users: await this.userFacts.cards(ids, { withProfile }) };
  }

  @Answers(FindUserIdsQuery)
  async findUserIds(names: InputOf<typeof FindUserIdsQuery>): Promise<OutputOf<typeof FindUserIdsQuery>> {
    return { ids: await this.userFacts.called(names) };
  }

  @Answers(WhichUsersExistQuery)
  async whichExist({ ids }: InputOf<typeof WhichUsersExistQuery>): Promise<OutputOf<typeof WhichUsersExistQuery>> {
    return { ids: await this.userFacts.existing(ids) };
  }

  @Answers(MintTokenCommand)
  mintToken(asked: InputOf<typeof MintTokenCommand>): Promise<OutputOf<typeof MintTokenCommand>> {
    return this.mintPersonalToken.execute(asked);
  }

  @Answers(SignJobTokensCommand)
  async signTokens(asked: InputOf<typeof SignJobTokensCommand>): Promise<OutputOf<typeof SignJobTokensCommand>> {
    return { tokens: await this.signJobTokens.execute(asked) };
  }

  @Answers(MakeAdminCommand)
  async makeAdmin({ username }: InputOf<typeof MakeAdminCommand>): Promise<OutputOf<typeof MakeAdminCommand>> {
    return { username: await this.makeAdminCommand.execute(username) };
  }

  @Answers(EnsureRootCommand)
  ensureRoot({ password }: InputOf<typeof EnsureRootCommand>): Promise<OutputOf<typeof EnsureRootCommand>> {
    return this.ensureRootUser.execute(password);
  }
}
