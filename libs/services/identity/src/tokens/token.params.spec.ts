import { CreateTokenParams, wantedTokenOf } from './token.params.js';
import { tokenFailures } from './token.rules.js';

const wanted = (sent: object) => wantedTokenOf(CreateTokenParams.parse({ user_id: '1', name: 'n', ...sent }));

describe('wantedTokenOf', () => {
  it('takes names as they are kept, which is how long they are then', () => {
    expect(wanted({ name: 'Cafe\u0301' }).name).toBe('Caf\u00e9');
    expect(tokenFailures(wanted({ name: '\u0958'.repeat(255), scopes: ['api'] }), ['api'])).toEqual({
      name: ['is too long (maximum is 255 characters)'],
    });
  });

  it('names no scope where a form says so, and no day where it is empty', () => {
    expect(wanted({ scopes: [''], expires_at: '' })).toEqual({
      name: 'n',
      description: null,
      scopes: [],
      expiresAt: null,
    });
    expect(wanted({ scopes: 'api, read_user', expires_at: '2018-01-15T23:00:00Z' })).toEqual({
      name: 'n',
      description: null,
      scopes: ['api', 'read_user'],
      expiresAt: '2018-01-15',
    });
  });
});
