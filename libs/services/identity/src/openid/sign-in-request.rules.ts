/** What an authorization request says about its user's sign-in, as it came (OpenID Connect Core, 3.1.2.1). */
interface AskedSignIn {
  readonly prompt?: string | undefined;
  readonly maxAge?: string | undefined;
}

/** The same, understood. */
export interface SignInRequest {
  /** The user must not be asked for anything. */
  readonly isSilent: boolean;
  /** The user has to sign in although they are. */
  readonly signsInAgain: boolean;
  /** The user has to be asked for consent although they have given it. */
  readonly asksConsent: boolean;
  /** How long ago the user may have signed in; undefined: at any time. */
  readonly maxAgeSeconds: number | undefined;
}

/** `select_account`: whoever wants another account signs in with it. */
const SIGN_IN_PROMPTS = ['login', 'select_account'];
export const PROMPTS = ['none', 'consent', ...SIGN_IN_PROMPTS];

/** @returns undefined for a request that makes no sense: `none` beside something else, or no number of seconds. Unknown prompts are ignored */
export function signInRequest({ prompt = '', maxAge }: AskedSignIn): SignInRequest | undefined {
  const prompts = wordsOf(prompt);
  const isSilent = prompts.includes('none');
  if (isSilent && prompts.length > 1) return undefined;
  if (maxAge !== undefined && !/^\d{1,10}$/.test(maxAge)) return undefined;
  const maxAgeSeconds = maxAge === undefined ? undefined : Number(maxAge);
  const signsInAgain = maxAgeSeconds === 0 || prompts.some((each) => SIGN_IN_PROMPTS.includes(each));
  return { isSilent, signsInAgain, asksConsent: prompts.includes('consent'), maxAgeSeconds };
}

/** Whether somebody who signed in then has to do so now. */
export function hasToSignIn({ signsInAgain, maxAgeSeconds }: SignInRequest, signedInAt: Date, now: Date): boolean {
  const age = (now.getTime() - signedInAt.getTime()) / 1_000;
  return signsInAgain || (maxAgeSeconds !== undefined && age > maxAgeSeconds);
}

/**
 * The request that a sign-in leads back to: without what would ask for the next one. That somebody has gone back without signing in, the
 * client reads in `auth_time`.
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
