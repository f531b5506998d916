import { Replicas } from './replicas.js';

describe('Replicas', () => {
  let now: number;
  let replicas: Replicas;
  const next = () => replicas.next()?.origin;
  const take = () => replicas.next()!;

  beforeEach(() => {
    now = 1_000;
    replicas = new Replicas(['a', 'b', 'c'], () => now);
  });

  it('are asked in turn', () => {
    expect([next(), next(), next(), next()]).toEqual(['a', 'b', 'c', 'a']);
  });

  it('are passed over while they do not listen, and then tried by one request alone', () => {
    replicas.missed(take());
    expect([next(), next(), next()]).toEqual(['b', 'c', 'b']);
    const others = [take(), take()];
    others.forEach((replica) => replicas.missed(replica));
    expect(next()).toBeUndefined();
    now += replicas.restMs!;
    const tried = take();
    now += 1_000;
    expect([next(), next(), next()].filter((origin) => origin === tried.origin)).toEqual([]);
    expect(replicas.reached(tried)).toBe(true);
    expect([next(), next()]).toEqual([tried.origin, tried.origin]);
  });

  it('rest longer with every failed try, up to a quarter of a second', () => {
    replicas = new Replicas(['a'], () => now);
    const rests: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      replicas.missed(take());
      rests.push(replicas.restMs!);
      now += replicas.restMs!;
    }
    expect(rests).toEqual([20, 40, 80, 160, 250, 250]);
  });

  it('count failures of one moment once', () => {
    replicas = new Replicas(['a'], () => now);
    const [first, second] = [take(), take()];
    replicas.missed(first);
    replicas.missed(second);
    expect(replicas.restMs).toBe(20);
  });

  it('say nothing of a rest while the only one is being tried', () => {
    replicas = new Replicas(['a'], () => now);
    replicas.missed(take());
    now += 20;
    replicas.next();
    expect(replicas.restMs).toBeUndefined();
    expect(next()).toBeUndefined();
  });

  it('are left alone for a second on their way out, unless they are all there is', () => {
    replicas.leaving(take());
    expect([next(), next(), next()]).toEqual(['b', 'c', 'b']);
    now += 1_000;
    expect([next(), next(), next()]).toContain('a');
    replicas = new Replicas(['a'], () => now);
    replicas.leaving(take());
    expect(next()).toBe('a');
  });

  it('are none where there is no address', () => {
    replicas = new Replicas([], () => now);
    expect(next()).toBeUndefined();
    expect(replicas.restMs).toBeUndefined();
  });
});
