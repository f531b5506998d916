import { Refusal, defineRefusal } from './refusal.js';

describe('defineRefusal', () => {
  const Missing = defineRefusal('thing-missing', 404, { message: '404 Thing Not Found' });
  const Reserved = defineRefusal<{ path: string }>('path-reserved', 400, ({ path }) => ({
    message: { path: [`${path} is a reserved name`] },
  }));

  it('makes errors that carry status and body', () => {
    const refusal = Reserved({ path: 'tree' });
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal.status).toBe(400);
    expect(refusal.body).toEqual({ message: { path: ['tree is a reserved name'] } });
  });

  it('recognises its own refusals after they crossed a process boundary', () => {
    const received = new Refusal(JSON.parse(JSON.stringify(Missing().toRecord())));
    expect(Missing.is(received)).toBe(true);
    expect(Reserved.is(received)).toBe(false);
    expect(Missing.is(new Error('thing-missing'))).toBe(false);
  });

  it('shows its body as an example only where it is fixed', () => {
    expect(Missing.example).toEqual({ message: '404 Thing Not Found' });
    expect(Reserved.example).toBeUndefined();
  });
});
