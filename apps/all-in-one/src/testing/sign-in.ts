import { PASSWORD } from './all-in-one.js';

/** Opens a session of a browser as root. @returns the cookie, and the token of its forms */
export async function signIn(url: string): Promise<{ cookie: string; token: string }> {
  const tokenOf = (text: string) => /name="authenticity_token" value="([^"]+)"/.exec(text)![1]!;
  const cookieOf = ({ headers }: Response) => headers.getSetCookie()[0]!.split(';', 1)[0]!;
  const address = `${url}/users/sign_in`;
  const page = await fetch(address);
  const body = new URLSearchParams({ 'user[login]': 'root', 'user[password]': PASSWORD });
  body.set('authenticity_token', tokenOf(await page.text()));
  const headers = { cookie: cookieOf(page), origin: url };
  const signedIn = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' });
  const cookie = cookieOf(signedIn);
  const form = await fetch(`${url}/projects/new`, { headers: { cookie } });
  return { cookie, token: tokenOf(await form.text()) };
}
