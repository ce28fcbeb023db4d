import { beforeEach, expect } from 'vitest';
import { createDeliveryPoller } from '#server/domain/integrations/deliver.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useReceiver } from './receiver-process.ts';
import { useTestOwner } from './use-api.ts';

/** An organisation whose webhooks go to a receiver that responds by the first part of the path: `ok`, `switch` … Each test has paths of its own. */
export function useWebhooks() {
	const world = useTestOwner({
		isFresh: true,
		hasClock: true,
		environment: { FOYER_PRIVATE_TARGETS: '127.0.0.0/8' },
	});
	const { services, api, owner } = world;
	const receiver = useReceiver();
	const { signal } = new AbortController();
	const poller = createDeliveryPoller();
	/** The organisation's path in the API, and the key of a program: sessions end within the days that pass in tests. */
	const program = { base: '', token: '' };
	let path = '';
	let paths = 0;

	beforeEach(async () => {
		program.base = `/api/organisations/${owner.organisationId}`;
		program.token = (await makeApiKey(services, owner)).token;
		paths += 1;
		path = `/${paths}`;
	});

	const at = (way: string) => `/${way}${path}`;
	const make = async (way = 'ok', body: object = {}) => {
		const made = await api.post(
			`${program.base}/connections`,
			{ kind: 'webhook', target: receiver().url + at(way), types: ['event.published'], ...body },
			program,
		);
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		return made.body;
	};
	const act = (connection: { id: string }, verb: string, body?: object) =>
		api.post(`${program.base}/connections/${connection.id}/${verb}`, body, program);
	const read = async (connection: { id: string }) =>
		(await api.get(`${program.base}/connections/${connection.id}`, program)).body;
	const deliveriesOf = async ({ id }: { id: string }, query = {}) =>
		(await api.get(`${program.base}/connections/${id}/deliveries`, { token: program.token, query })).body
			.data;
	const publish = (title = 'Jazz night') => makeEvent(services, owner, { title, isPublished: true });

	/** Lets the worker do what is due now. */
	async function work(): Promise<void> {
		for (let round = 0; round < 200; round += 1) {
			const done = (await factPoller.run(services, signal)) + (await poller.run(services, signal));
			if (done === 0) return;
		}
		throw new Error('there was ever more to do');
	}
	return {
		...{ ...world, program, receiver, signal, poller },
		...{ at, make, act, read, deliveriesOf, publish, work },
	};
}
