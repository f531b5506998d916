import { v4 } from '@hearth/http';
import { z } from 'zod';
import { done } from '../pages/notices.js';

const MOST = 1_024;
/** A kept form as JSON, whose line ends take two characters. */
const MOST_KEPT = 512 * 1_024;
const Field = v4.text({ most: MOST }).prefault('');

/** The fields of v4's own form are `user[login]` and `user[password]`. */
function withUserFields(given: unknown): unknown {
  const { user, ...fields } = given as { user?: unknown };
  return { ...fields, ...(typeof user === 'object' && user) };
}

export const SignInPageParams = z.object({
  return_to: v4.optional(v4.text({ most: 8_192 })),
  /** `login`: also for a browser that is signed in. */
  prompt: v4.optional(v4.text({ most: MOST })),
  /** A form that was not taken, to be sent after the sign-in. */
  kept: v4.optional(v4.text({ most: MOST_KEPT })),
  done,
});

/** The field of v4's own form is `user[otp_attempt]`. */
export const SecondFactorParams = z.preprocess(
  withUserFields,
  SignInPageParams.extend({ otp_attempt: Field.meta({ title: 'Code' }) }),
);

export const SignInParams = z.preprocess(
  withUserFields,
  SignInPageParams.extend({
    login: Field.meta({ title: 'Username or e-mail address' }),
    password: Field,
    /** `1`: the browser keeps the session. */
    remember_me: v4.optional(v4.boolean()),
    new_password: v4.optional(v4.text({ most: MOST })),
  }),
);
