import { createHttpApp } from '#server/http/app.ts';
import { parseConfig } from '#server/platform/config.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { bookDate, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import type { TestApi } from '#tests/support/api.ts';
import { figure } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage } from './support/stage.ts';

const guests = 5_000;

/** How long it takes to make a series, to publish it, and to change “this and following” dates that guests hold. */
export const bench: Bench = {
	run: ({ rounds, say }) =>
		onStage(async ({ services }): Promise<BenchRow[]> => {
			const api = apiOf(services);
			const { token } = await makeUser(services);
			const timed = async (work: () => Promise<unknown>) => {
				const startMs = performance.now();
				await work();
				return performance.now() - startMs;
			};
			const daily = { startsAtLocal: '2030-01-08T19:30', endsAtLocal: '2030-01-08T21:00' };
			const made: Record<number, number[]> = { 52: [], 400: [] };
			const published: Record<number, number[]> = { 52: [], 400: [] };
			for (let round = 0; round < rounds; round += 1)
				for (const count of [52, 400]) {
					let id = '';
					made[count]?.push(
						await timed(async () => {
							const repeat = { rule: 'FREQ=DAILY', count };
							({ id } = await makeTuesdays(api, token, count, { ...daily, repeat }));
						}),
					);
					published[count]?.push(
						await timed(async () => {
							const { status } = await api.post(`/api/series/${id}/publish`, {}, { token });
							if (status !== 200) throw new Error(`The series was not published: ${status}`);
						}),
					);
				}
			const series = await makeTuesdays(api, token, 52, {
				tickets: [{ key: 'seat', name: 'Seat', kind: 'free' }],
			});
			await publishDates(api, token, series);
			for (let guest = 0; guest < guests; guest += 20)
				await Promise.all(
					Array.from({ length: 20 }, (_, index) =>
						bookDate(api, series.dates[(guest + index) % 52]?.id ?? '', `guest-${guest + index}@example.org`),
					),
				);
			say(`${guests} guests hold tickets of 52 dates`);
			await services.database.pool.query('ANALYZE');
			const answered: number[] = [];
			const seen: number[] = [];
			const change = async (round: number, query: string) => {
				const { status, body } = await api.patch(
					`/api/series/${series.id}/dates${query}`,
					{
						scope: 'following',
						from: series.dates[0]?.id,
						changes: { event: { venueName: `Hall ${round}`, startsAtLocal: `2030-01-08T20:${10 + round}` } },
					},
					{ token },
				);
				if (status !== 200 || body.guests !== guests)
					throw new Error(`answered ${status}: ${body.guests} guests`);
			};
			for (let round = 0; round < Math.max(rounds, 5); round += 1) {
				seen.push(await timed(() => change(round, '?preview')));
				answered.push(await timed(() => change(round, '')));
				say(
					`round ${round + 1}: preview ${Math.round(seen.at(-1) ?? 0)} ms, change ${Math.round(answered.at(-1) ?? 0)} ms`,
				);
			}
			const row = (
				what: string,
				values: readonly number[],
				reach?: number,
				excellent?: number,
			): BenchRow => ({
				what,
				subject: figure(values, 'ms'),
				...(reach !== undefined && {
					bars: { on: 'subject', must: 'atMost', reach, excellent: excellent ?? reach },
				}),
			});
			return [
				row(
					'“This and following” on 52 dates with 5,000 guests: new start and place, answered',
					answered,
					500,
					250,
				),
				row('The same change as a preview', seen, 500, 250),
				row('A series of 52 dates is made', made[52] ?? [], 500, 250),
				row('A series of 400 dates is made', made[400] ?? [], 4_000, 2_000),
				row('52 dates are published', published[52] ?? [], 500, 250),
				row('400 dates are published', published[400] ?? [], 4_000, 2_000),
			];
		}),
};

/** The API in this process: what is measured is the answer, not the way to it. */
function apiOf(services: Services): TestApi {
	const config = {
		...services.config,
		...parseConfig({ RATE_LIMITS: 'off' }),
		appUrl: services.config.appUrl,
	};
	const app = createHttpApp({ ...services, config });
	const call: TestApi['call'] = async (method, path, body, options = {}) => {
		const response = await app.request(`http://foyer.test${path}`, {
			method,
			headers: {
				'Content-Type': 'application/json',
				...(options.token && { Authorization: `Bearer ${options.token}` }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: response.status, headers: response.headers, body: await response.json() };
	};
	return {
		app,
		call,
		get: (path, options) => call('GET', path, undefined, options),
		post: (path, body, options) => call('POST', path, body, options),
		patch: (path, body, options) => call('PATCH', path, body, options),
		delete: (path, options) => call('DELETE', path, undefined, options),
	};
}
