import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, PreconditionFailed, pageRequest, returns, type CallOf } from '@hearth/http';
import { EmailInvalid, EmailNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import { CreateEmail } from './create.js';
import { DeleteEmail } from './delete.js';
import { EmailFacts } from './email.facts.js';
import {
  CreateOwnEmailParams,
  CreateEmailParams,
  OwnEmailParams,
  OwnEmailsParams,
  EmailParams,
  EmailsParams,
} from './email.params.js';
import { EmailView, presentEmail } from './email.view.js';

/** Addresses beside the main one: of the current user, and for admins of any user. */
@Controller()
export class EmailsController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly emailFacts: EmailFacts,
    private readonly createEmail: CreateEmail,
    private readonly deleteEmail: DeleteEmail,
  ) {}

  @Endpoint.get('/user/emails', {
    summary: "List one's further e-mail addresses",
    scope: 'read_user',
    params: OwnEmailsParams,
    returns: returns.page(EmailView),
  })
  async listOwn(@Call() { params, user }: CallOf<typeof OwnEmailsParams>) {
    const request = pageRequest(params, { by: 'id', sort: 'asc' });
    return (await this.emailFacts.page(user.userId, request)).map(presentEmail);
  }

  @Endpoint.get('/users/:id/emails', {
    summary: 'List further e-mail addresses of a user',
    scope: 'read_user',
    admin: true,
    params: EmailsParams,
    returns: returns.page(EmailView),
    refuses: [UserNotFound],
  })
  async list(@Call() { params }: CallOf<typeof EmailsParams>) {
    const { id } = await this.userFacts.one(params.id);
    return (await this.emailFacts.page(id, pageRequest(params, { by: 'id', sort: 'asc' }))).map(presentEmail);
  }

  @Endpoint.get('/user/emails/:email_id', {
    summary: "Read one of one's further e-mail addresses",
    scope: 'read_user',
    params: OwnEmailParams,
    returns: returns.json(EmailView),
    refuses: [EmailNotFound],
  })
  async oneOwn(@Call() { params, user }: CallOf<typeof OwnEmailParams>) {
    return presentEmail(await this.emailFacts.one(user.userId, params.email_id));
  }

  @Endpoint.post('/user/emails', {
    summary: 'Add an e-mail address for oneself',
    params: CreateOwnEmailParams,
    returns: returns.json(EmailView),
    refuses: [EmailInvalid, UserNotFound],
  })
  async createOwn(@Call() { params, user }: CallOf<typeof CreateOwnEmailParams>) {
    return presentEmail(await this.createEmail.forOneself(user.userId, params.email.trim()));
  }

  @Endpoint.post('/users/:id/emails', {
    summary: 'Add an e-mail address for a user',
    admin: true,
    params: CreateEmailParams,
    returns: returns.json(EmailView),
    refuses: [UserNotFound, Forbidden, EmailInvalid],
  })
  async create(@Call() { params }: CallOf<typeof CreateEmailParams>) {
    const { id } = await this.userFacts.changeable(params.id);
    const confirmed = params.skip_confirmation ?? false;
    return presentEmail(await this.createEmail.byAdmin(id, params.email.trim(), { confirmed }));
  }

  @Endpoint.delete('/user/emails/:email_id', {
    summary: "Delete one of one's further e-mail addresses",
    params: OwnEmailParams,
    returns: returns.empty,
    refuses: [EmailNotFound, PreconditionFailed],
  })
  async deleteOwn(@Call() { params, user, unlessModified }: CallOf<typeof OwnEmailParams>) {
    await this.deleteEmail.execute(user.userId, params.email_id, unlessModified);
  }

  @Endpoint.delete('/users/:id/emails/:email_id', {
    summary: 'Delete a further e-mail address of a user',
    admin: true,
    params: EmailParams,
    returns: returns.empty,
    refuses: [UserNotFound, EmailNotFound, PreconditionFailed],
  })
  async delete(@Call() { params, unlessModified }: CallOf<typeof EmailParams>) {
    const { id } = await this.userFacts.one(params.id);
    await this.deleteEmail.execute(id, params.email_id, unlessModified);
  }
}
