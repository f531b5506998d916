import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';

const EMAIL = { email: v4.text() };

export const OwnEmailsParams = z.object(v4.keysetPage);
export const EmailsParams = z.object({ id: v4.id(), ...v4.keysetPage });

export const OwnEmailParams = z.object({ email_id: v4.id() });
export const DeleteEmailFormParams = OwnEmailParams.extend({ confirmed });
export const EmailParams = z.object({ id: v4.id(), email_id: v4.id() });

export const CreateOwnEmailParams = z.object(EMAIL);
export const CreateEmailParams = z.object({
  id: v4.id(),
  ...EMAIL,
  skip_confirmation: v4.optional(v4.boolean()),
});

/** Form of a new address. Failures are shown beside the field. */
export const EmailFormParams = z.object({ email: v4.text().prefault('').meta({ title: 'E-mail address' }) });

/** Form of a new main address. */
export const MainEmailFormParams = z.object({
  email: v4.text().prefault('').meta({ title: 'New e-mail address' }),
  current_password: v4.text({ most: 1_024 }).prefault(''),
});

/** Query of the page, which prints the token. */
export const ConfirmationParams = z.object({
  confirmation_token: v4.text({ most: 100 }).refine((token) => /^[\w-]+$/.test(token), { error: 'is invalid' }),
});
