import { ThreadFailed, ThreadPool, ThreadsBusy, type ThreadPoolOptions } from './thread-pool.js';

const PROGRAM = new URL('./testing/tasks.js', import.meta.url);

describe('a pool of threads', () => {
  const pools: ThreadPool[] = [];
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  const poolWith = (options: Partial<ThreadPoolOptions> = {}) => {
    const pool = new ThreadPool({ program: PROGRAM, deadlineMs: 60_000, memoryMb: 64, threads: 1, ...options });
    pools.push(pool);
    return pool;
  };
  /** A task that holds the only thread until it is released. */
  const held = (pool: ThreadPool) => {
    const flags = new Int32Array(new SharedArrayBuffer(8));
    const done = pool.run('hold', flags, 'holder');
    const release = () => {
      Atomics.store(flags, 0, 1);
      Atomics.notify(flags, 0);
      return done;
    };
    return { done, release, begun: () => Atomics.waitAsync(flags, 1, 0).value };
  };

  it('runs functions in other threads, without the environment of the process', async () => {
    const pool = poolWith();
    expect(await pool.run('echo', { a: ['b'] }, 'me')).toEqual({ a: ['b'] });
    expect(await pool.run('thread', null, 'me')).toBeGreaterThan(0);
    const { NODE_COMPILE_CACHE: _, ...environment } = await pool.run<NodeJS.ProcessEnv>('environment', null, 'me');
    expect(environment).toEqual({});
    await expect(pool.run('fail', 'no', 'me')).rejects.toThrow(new TypeError('no'));
  });

  it('ends a task at its deadline, and goes on with others', async () => {
    const pool = poolWith({ deadlineMs: 1_000 });
    const [spinning, waiting] = [pool.run('spin', null, 'me'), pool.run('echo', 1, 'me')];
    await expect(spinning).rejects.toEqual(new ThreadFailed('time'));
    expect(await waiting).toBe(1);
  });

  it('counts the time of a task from the moment it has a thread', async () => {
    const pool = poolWith({ program: new URL('./testing/slow-start.js', import.meta.url), deadlineMs: 300 });
    expect(await pool.run('echo', 1, 'me')).toBe(1);
    await expect(pool.run('spin', null, 'me')).rejects.toEqual(new ThreadFailed('time'));
  });

  it.each(['fill', 'recurse'])('ends a task that takes too much memory (%s), and goes on with others', async (task) => {
    const pool = poolWith({ memoryMb: 16 });
    const [large, waiting] = [pool.run(task, null, 'me'), pool.run('echo', 1, 'me')];
    await expect(large).rejects.toEqual(new ThreadFailed('memory'));
    expect(await waiting).toBe(1);
  });

  it('lets callers take turns', async () => {
    const pool = poolWith();
    const { release } = held(pool);
    const order: string[] = [];
    const tasks = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map(async (name) => {
      await pool.run('echo', null, name[0]!);
      order.push(name);
    });
    await release();
    await Promise.all(tasks);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('refuses what would wait behind too much, of one caller and of all', async () => {
    const pool = poolWith({ waiting: { perCaller: 2, inAll: 3 } });
    const { release } = held(pool);
    const waiting = ['a', 'a', 'b'].map((caller) => pool.run('echo', caller, caller));
    await expect(pool.run('echo', 1, 'a')).rejects.toEqual(new ThreadsBusy());
    await expect(pool.run('echo', 1, 'c')).rejects.toEqual(new ThreadsBusy());
    await release();
    expect(await Promise.all(waiting)).toEqual(['a', 'a', 'b']);
    expect(await pool.run('echo', 1, 'a')).toBe(1);
  });

  it('refuses what runs and waits once it is closed, for another process to repeat', async () => {
    const pool = poolWith();
    const { done, begun } = held(pool);
    const outcomes = Promise.allSettled([done, pool.run('echo', 1, 'b')]);
    await begun();
    await pool.close();
    expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      new ThreadsBusy(),
      new ThreadsBusy(),
    ]);
    await expect(pool.run('echo', 1, 'a')).rejects.toEqual(new ThreadsBusy());
  });

  it('fails at once where its program cannot be loaded', async () => {
    const pool = poolWith({ program: new URL('./testing/missing.js', import.meta.url) });
    await expect(pool.run('echo', 1, 'a')).rejects.toThrow('missing.js');
  });
});
