import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { MailAddressQuery } from '@hearth/identity-contracts';
import { EmailFacts } from '../emails/email.facts.js';

/** Answers where mails for users go. */
@Controller()
export class MailProvider {
  constructor(private readonly emailFacts: EmailFacts) {}

  @Answers(MailAddressQuery)
  mailAddress({ userId, wanted }: InputOf<typeof MailAddressQuery>): Promise<OutputOf<typeof MailAddressQuery>> {
    return this.emailFacts.mailAddress(userId, wanted);
  }
}
