import Fastify from 'fastify';
import pg from 'pg';

// The least that could answer the same question: Fastify, pg, one prepared lookup by primary key. No authentication, no rights.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query('create schema if not exists bench_peer');
await pool.query(
  'create table if not exists bench_peer.projects (id bigint primary key, name text, path text, created_at timestamptz)',
);
await pool.query(
  `insert into bench_peer.projects select n, 'project ' || n, 'project-' || n, now() from generate_series(1, 10000) n
   on conflict do nothing`,
);

const fastify = Fastify();
fastify.get<{ Params: { id: string } }>('/projects/:id', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'lookup',
    text: 'select id, name, path, created_at from bench_peer.projects where id = $1',
    values: [params.id],
  });
  return rows[0] ?? reply.code(404).send({ message: '404 Not Found' });
});
process.send!(Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port));
process.on('SIGTERM', () => process.exit(0));
