import { v4 } from '@hearth/http';
import { z } from 'zod';

const Field = v4.text({ most: 1_024 }).prefault('');

/** Reads v4's form fields, `user[…]`. */
function withUserFields(given: unknown): unknown {
  const { user, ...fields } = given as { user?: unknown };
  return { ...fields, ...(typeof user === 'object' && user) };
}

export const ResetRequestParams = z.preprocess(
  withUserFields,
  z.object({ email: Field.meta({ title: 'E-mail address' }) }),
);

export const ResetLinkParams = z.object({ reset_password_token: Field });

export const ResetParams = z.preprocess(
  withUserFields,
  ResetLinkParams.extend({ password: Field.meta({ title: 'New password' }) }),
);
