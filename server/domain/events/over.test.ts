import { expect, test } from 'vitest';
import { insertEvent } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { eventJobs } from './jobs.ts';

const { database, services, api } = useTestApi();
const hourMs = 3_600_000;

const found = async (query: Record<string, string>) =>
	(await api.get('/api/events', { query })).body.data.map((event: { id: string }) => event.id);
const markWhatIsOver = () => eventJobs.find((job) => job.name === 'events.mark-what-is-over')?.run(services);
const isOver = async (id: string) =>
	(await database().pool.query('SELECT is_over FROM events WHERE id = $1', [id])).rows[0].is_over;

test('an event that is over is passed over by searches for what is ahead, until its end moves', async () => {
	const startsAt = new Date(Date.now() - 5 * hourMs);
	const { eventId } = await insertEvent(database(), {
		title: 'Zither Congress',
		startsAt,
		endsAt: new Date(Date.now() - 2 * hourMs),
	});
	const { eventId: running } = await insertEvent(database(), {
		title: 'Zither Marathon',
		startsAt,
		endsAt: new Date(Date.now() + hourMs),
	});
	await markWhatIsOver();
	expect([await isOver(eventId), await isOver(running)]).toEqual([true, false]);
	expect(await found({ q: 'zither' })).toEqual([running]);
	expect(await found({ q: 'zither', past: 'true' })).toEqual([eventId]);

	await database().pool.query(
		`UPDATE events SET ends_at = now() + interval '1 day', ends_on = ends_on + 2 WHERE id = $1`,
		[eventId],
	);
	expect(await isOver(eventId)).toBe(false);
	expect(new Set(await found({ q: 'zither' }))).toEqual(new Set([eventId, running]));
	await markWhatIsOver();
	expect(await isOver(eventId)).toBe(false);
});
