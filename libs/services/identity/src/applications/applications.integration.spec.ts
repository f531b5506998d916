import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { CALLBACK, oauthFlows } from '../testing/oauth-flows.js';
import { PASSWORD } from '../testing/people.js';

describe('OAuth', () => {
  const app = IdentityApp.inBlock();
  const { state, register, authorizeUrl } = oauthFlows(app);
  describe('the pages of applications', () => {
    it('register with the names of v4’s form, show what is wrong, and never the secret again', async () => {
      await state.browser.get('/-/profile/applications');
      const wrong = await state.browser.post('/oauth/applications', {
        name: '<b>',
        redirect_uri: 'javascript:alert(1)',
        'scopes[]': [''],
      });
      expect(wrong.status).toBe(422);
      expect(wrong.text).toContain('Redirect URI must be a valid URI.');
      expect(wrong.text).toContain('value="&lt;b&gt;"');
      const made = await state.browser.follow('/oauth/applications', {
        'doorkeeper_application[name]': 'Mine',
        'doorkeeper_application[redirect_uri]': CALLBACK,
        'doorkeeper_application[scopes][]': ['api'],
      });
      const [, secret] = [...made.text.matchAll(/<code[^>]*>([0-9a-f]{64})<\/code>/g)].map(([, value]) => value!);
      const list = await state.browser.get('/-/profile/applications');
      expect([list.text.includes('>Mine</a>'), list.text.includes(secret!)]).toEqual([true, false]);
    });

    it('change an application, which only its owner can', async () => {
      await state.browser.get('/');
      const { id, uid } = await register(state.browser, {});
      const fields = {
        name: 'Renamed',
        redirect_uri: 'https://new.example/',
        'scopes[]': ['', 'read_user'],
        confidential: 'false',
      };
      const stranger = new Browser(app);
      await stranger.signIn('developer', PASSWORD);
      await stranger.get('/');
      expect((await stranger.get(`/oauth/applications/${id}`)).status).toBe(404);
      expect((await stranger.post(`/oauth/applications/${id}`, fields)).status).toBe(404);
      expect((await stranger.post(`/oauth/applications/${id}/delete`)).status).toBe(404);
      expect((await state.browser.get(`/oauth/applications/${id}`)).text).toContain('value="App"');
      expect((await state.browser.post(`/oauth/applications/${id}`, { ...fields, name: '' })).status).toBe(422);
      expect(await state.browser.post(`/oauth/applications/${id}`, fields)).toMatchObject({ status: 303 });
      expect((await state.browser.get(authorizeUrl({ id, uid, secret: '' }))).status).toBe(400);
    });
  });
});
