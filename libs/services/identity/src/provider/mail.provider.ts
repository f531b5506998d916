import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FindUserByAddressQuery, MailAddressQuery, SendMailCommand } from '@hearth/identity-contracts';
import { EmailFacts } from '../emails/email.facts.js';
import { SendMail } from '../mail/send-mail.js';

/** Answers where mails for users go, and sends them. */
@Controller()
export class MailProvider {
  constructor(
    private readonly emailFacts: EmailFacts,
    private readonly sendMail: SendMail,
  ) {}

  @Answers(MailAddressQuery)
  mailAddress({ userId, wanted }: InputOf<typeof MailAddressQuery>): Promise<OutputOf<typeof MailAddressQuery>> {
    return this.emailFacts.mailAddress(userId, wanted);
  }

  @Answers(FindUserByAddressQuery)
  userOf({ email }: InputOf<typeof FindUserByAddressQuery>): Promise<OutputOf<typeof FindUserByAddressQuery>> {
    return this.emailFacts.userOf(email);
  }

  @Answers(SendMailCommand)
  async send(mail: InputOf<typeof SendMailCommand>): Promise<OutputOf<typeof SendMailCommand>> {
    return { sent: await this.sendMail.execute(mail) };
  }
}
