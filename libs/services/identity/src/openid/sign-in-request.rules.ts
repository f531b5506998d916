/** Parameters of an authorization request about the user's sign-in, unparsed (OpenID Connect Core, 3.1.2.1). */
interface AskedSignIn {
  readonly prompt?: string | undefined;
  readonly maxAge?: string | undefined;
}

/** Parsed requirements of an authorization request for the user's sign-in. */
export interface SignInRequest {
  /** No page may be shown to the user. */
  readonly isSilent: boolean;
  /** A signed-in user has to sign in again. */
  readonly signsInAgain: boolean;
  /** The user has to consent again. */
  readonly asksConsent: boolean;
  /** Maximum age of the sign-in; undefined: no limit. */
  readonly maxAgeSeconds: number | undefined;
}

/** `select_account` is a sign-in, in which the user can choose another account. */
const SIGN_IN_PROMPTS = ['login', 'select_account'];
export const PROMPTS = ['none', 'consent', ...SIGN_IN_PROMPTS];

/** @returns undefined for an invalid request: `none` with other prompts, or an invalid `max_age`. Unknown prompts are ignored */
export function signInRequest({ prompt = '', maxAge }: AskedSignIn): SignInRequest | undefined {
  const prompts = wordsOf(prompt);
  const isSilent = prompts.includes('none');
  if (isSilent && prompts.length > 1) return undefined;
  if (maxAge !== undefined && !/^\d{1,10}$/.test(maxAge)) return undefined;
  const maxAgeSeconds = maxAge === undefined ? undefined : Number(maxAge);
  const signsInAgain = maxAgeSeconds === 0 || prompts.some((each) => SIGN_IN_PROMPTS.includes(each));
  return { isSilent, signsInAgain, asksConsent: prompts.includes('consent'), maxAgeSeconds };
}

/** Returns whether a user who signed in at that time has to sign in again. */
export function hasToSignIn({ signsInAgain, maxAgeSeconds }: SignInRequest, signedInAt: Date, now: Date): boolean {
  const age = (now.getTime() - signedInAt.getTime()) / 1_000;
  return signsInAgain || (maxAgeSeconds !== undefined && age > maxAgeSeconds);
}

/**
 * Returns the parameters of the request after a sign-in, without those that require a sign-in each time. Clients can detect by `auth_time`
 * that a user returned without signing in.
 */
export function afterSignIn({ prompt = '', maxAge }: AskedSignIn): AskedSignIn {
  const left = wordsOf(prompt).filter((each) => !SIGN_IN_PROMPTS.includes(each));
  return {
    prompt: left.length > 0 ? left.join(' ') : undefined,
    maxAge: Number(maxAge) === 0 ? undefined : maxAge,
  };
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter(Boolean);
}
