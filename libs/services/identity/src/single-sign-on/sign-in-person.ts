import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { BlockUser } from '../blocking/block.js';
import { IdentitiesStore } from '../identities/identities.store.js';
import { LinkIdentity } from '../identities/link.js';
import { EmailTaken, LastAdmin } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { CreateUser } from '../users/create.js';
import { USER_DEFAULTS } from '../users/new-user.rules.js';
import { ApplyRights } from './apply-rights.js';
import { identityOf, isInOneOf, usernamesFor, type Person, type SignedInPerson } from './person.rules.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from './provider-settings.js';

export const IN_NO_GROUP = 'You are in none of the groups that may use Hearth.';

/** Finds or makes the account of a person whom the provider has named, and gives it the rights that the provider says. */
@Injectable()
export class SignInPerson {
  constructor(
    private readonly db: Database,
    private readonly identitiesStore: IdentitiesStore,
    private readonly linkIdentity: LinkIdentity,
    private readonly createUser: CreateUser,
    private readonly settingsFacts: SettingsFacts,
    private readonly applyRights: ApplyRights,
    private readonly blockUser: BlockUser,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  /** @throws CallFailed when projects did not answer: memberships that have ended must not be used once more */
  async execute(person: Person): Promise<SignedInPerson> {
    const known = await this.identitiesStore.holder(this.db, identityOf(person));
    if (!this.isAllowed(person)) {
      if (known !== undefined) await this.block(known);
      return { denied: IN_NO_GROUP };
    }
    const found = known === undefined ? await this.firstTime(person) : { userId: known };
    if ('userId' in found) await this.applyRights.execute(found.userId, person);
    return found;
  }

  /** Returns whether the groups of a person may use Hearth. */
  isAllowed(person: Person): boolean {
    const { requiredGroups } = this.settings.provider!;
    return !requiredGroups || isInOneOf(person, requiredGroups);
  }

  /** The last admin is not signed in either, but stays unblocked. */
  private async block(userId: number): Promise<void> {
    try {
      await this.blockUser.execute(userId, 'blocked');
    } catch (error) {
      if (!LastAdmin.is(error)) throw error;
    }
  }

  /** Finds the account with the person's address where that is allowed, or makes one. */
  private async firstTime(person: Person): Promise<SignedInPerson> {
    const { email } = person;
    if (email === undefined) return { denied: 'The provider has confirmed no e-mail address of yours.' };
    const { linkByEmail, createUsers } = this.settings.provider!;
    const userId = linkByEmail ? await this.linkIdentity.byEmail(email, identityOf(person)) : undefined;
    if (userId !== undefined) return { userId };
    if (!createUsers) return { denied: 'You have no account here yet. An administrator can make one for you.' };
    return this.create({ ...person, email });
  }

  /** Makes an account without a password, under the first username that is free. */
  private async create(person: Person & { readonly email: string }): Promise<SignedInPerson> {
    const asked = {
      ...USER_DEFAULTS,
      ...(await this.settingsFacts.forNewUsers()),
      name: person.name,
      email: person.email,
      password: null,
      confirmed: true,
      identity: identityOf(person),
    };
    for (const username of usernamesFor(person)) {
      try {
        return { userId: (await this.createUser.execute({ ...asked, username })).id };
      } catch (error) {
        if (EmailTaken.is(error))
          return { denied: 'An account with your e-mail address exists. Ask an administrator to link it.' };
        // Taken as a username, or as the path of a group: the next one.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    return { denied: 'No username could be made for you. Ask an administrator for an account.' };
  }
}
