import { originHeaders, originIn } from './wire.js';

describe('the origin of a call between processes', () => {
  it('arrives as it was sent, the admin who acts and the client address included', () => {
    const origin = { correlation: 'request-7', actor: 12, admin: 1, address: '2001:db8::1', causation: 'event-3' };
    const { deadline, ...arrived } = originIn(originHeaders({ ...origin, deadline: Date.now() + 5_000 }), 1_000);
    expect(arrived).toEqual(origin);
    expect(deadline).toBeGreaterThan(Date.now() + 1_000);
  });

  it('says nothing of what it does not know', () => {
    const { deadline: _deadline, ...arrived } = originIn(originHeaders({ correlation: 'c', deadline: 0 }), 1_000);
    expect(arrived).toEqual({ correlation: 'c' });
  });
});
