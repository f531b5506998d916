/** Session of a browser: its cookie, and the token of its forms. */
export interface Session {
  readonly cookie: string;
  readonly token: string;
}

/** Signs in with the form. @param url of Hearth @throws Error when the form is refused */
export async function signIn(url: string, username: string, password: string): Promise<Session> {
  const address = `${url}/users/sign_in`;
  const page = await fetch(address);
  const body = new URLSearchParams({ 'user[login]': username, 'user[password]': password });
  body.set('authenticity_token', tokenOf(await page.text()));
  const headers = { cookie: cookieOf(page), origin: url };
  const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`Signing in answered ${answer.status}`);
  const cookie = cookieOf(answer);
  const form = await fetch(`${url}/projects/new`, { headers: { cookie } });
  return { cookie, token: tokenOf(await form.text()) };
}

function tokenOf(text: string): string {
  return /name="authenticity_token" value="([^"]+)"/.exec(text)![1]!;
}

function cookieOf({ headers }: Response): string {
  return headers.getSetCookie()[0]!.split(';', 1)[0]!;
}
