import { v4 } from '@hearth/http';
import { z } from 'zod';
import { done } from '../pages/notices.js';

const MOST = 1_024;
/** Maximum length of a kept form as JSON, in which line ends take two characters. */
const MOST_KEPT = 512 * 1_024;
const Field = v4.text({ most: MOST }).prefault('');

/** Reads v4's form fields, `user[login]` and `user[password]`. */
function withUserFields(given: unknown): unknown {
  const { user, ...fields } = given as { user?: unknown };
  return { ...fields, ...(typeof user === 'object' && user) };
}

export const SignInPageParams = z.object({
  return_to: v4.optional(v4.text({ most: 8_192 })),
  /** `login`: show the form also to signed-in browsers. */
  prompt: v4.optional(v4.text({ most: MOST })),
  /** Kept form, to be sent after the sign-in. */
  kept: v4.optional(v4.text({ most: MOST_KEPT })),
  done,
});

/** Parameters of the code; v4's form field is `user[otp_attempt]`. */
export const SecondFactorParams = z.preprocess(
  withUserFields,
  SignInPageParams.extend({ otp_attempt: Field.meta({ title: 'Code' }) }),
);

export const SignInParams = z.preprocess(
  withUserFields,
  SignInPageParams.extend({
    login: Field.meta({ title: 'Username or e-mail address' }),
    password: Field,
    /** `1`: the session outlasts the browser. */
    remember_me: v4.optional(v4.boolean()),
    new_password: v4.optional(v4.text({ most: MOST })),
  }),
);
