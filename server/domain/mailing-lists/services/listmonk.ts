import type { ServiceSettings } from '#shared/rules/mailing-services.ts';
import {
	isHeaderText,
	isSuccess,
	later,
	numberOf,
	plainName,
	readAnswer,
	refused,
	stopped,
} from './calls.ts';
import {
	failureOf,
	foundLists,
	oneSubscriber,
	type Subscriber,
	statusOn,
	subscribers,
} from './listmonk-answers.ts';
import type { Added, CallService, Failure, ServiceAdapter, ServiceAnswer } from './service.ts';

/**
 * listmonk by its API, from version 3: https://listmonk.app/docs/apis/subscribers/ and …/lists/; an API user with BasicAuth, which all
 * versions take. Versions from 4 have permissions (https://listmonk.app/docs/roles-and-permissions/): `lists:get_all` or a list role,
 * `subscribers:get_all`, `subscribers:manage`, and before version 5, where there is no search, `subscribers:sql_query`.
 *
 * Lists that the user may not manage are dropped without an error, so what was added is looked at. A new subscriber gets text and time
 * of the consent as attributes; name and attributes of one that is there stay unchanged. Whoever unsubscribed there, or is blocklisted, stays away.
 * For that the end of a consent takes the subscriber off the list, and does not mark them as unsubscribed: they may come back.
 */
export const listmonkAdapter: ServiceAdapter = {
	baseUrl({ address, user, apiKey }) {
		if (!isHeaderText(apiKey, 500) || !isHeaderText(user, 100) || user.includes(':')) return null;
		if (address.length > 500 || !/^https?:\/\/[^\s?#@\\]+$/i.test(address) || !URL.canParse(address))
			return null;
		const { origin, pathname } = new URL(address);
		// People often copy the address of the dashboard.
		const path = pathname.replace(/\/(?:admin|api)(?:\/.*)?$/, '');
		return `${origin}${path.endsWith('/') ? path.slice(0, -1) : path}`;
	},
	async findLists(call, settings) {
		const path = '/api/lists?page=1&per_page=200&order_by=name&order=ASC';
		const answer = await call({ method: 'GET', path, headers: authOf(settings) });
		if (!isSuccess(answer)) return failureOf(answer);
		const found = readAnswer(foundLists, answer);
		if (!found) return later();
		const lists = found.data.results.slice(0, 200);
		return {
			kind: 'done',
			lists: lists.map((one) => ({
				...{ id: String(one.id), name: one.name },
				contacts: one.subscriber_count ?? null,
			})),
		};
	},
	async add(call, settings, listId, { email, name, consent }) {
		const list = numberOf(listId);
		if (list === null) return stopped('list-gone');
		const answer = await call({
			method: 'POST',
			path: '/api/subscribers',
			headers: authOf(settings),
			body: {
				email,
				// A name is required.
				name: plainName(name) || email.slice(0, email.lastIndexOf('@')),
				status: 'enabled',
				lists: [list],
				// The consent is confirmed: listmonk need not ask again.
				preconfirm_subscriptions: true,
				attribs: { consent_text: consent.text, consent_at: consent.confirmedAt.toISOString() },
			},
		});
		if (answer.status === 409) return addExisting(call, settings, list, email);
		if (!isSuccess(answer)) return explain(call, settings, list, answer);
		const added = readAnswer(oneSubscriber, answer);
		if (!added) return later();
		return statusOn(added.data, list) === null
			? missing(call, settings, list)
			: { kind: 'done', remoteId: String(added.data.id) };
	},
	async remove(call, settings, listId, remoteId) {
		const [list, id] = [numberOf(listId), numberOf(remoteId)];
		if (list === null || id === null) return { kind: 'done' };
		const found = await readSubscriber(call, settings, id);
		// A subscriber that is not there is answered with 400 by older versions.
		if (found.status === 404 || found.status === 400) return { kind: 'done' };
		let action: 'remove' | 'unsubscribe' = 'remove';
		if (isSuccess(found)) {
			const there = readAnswer(oneSubscriber, found);
			if (!there) return later();
			const status = statusOn(there.data, list);
			if (status === null || status === 'unsubscribed') return { kind: 'done' };
		} else {
			const failure = failureOf(found);
			if (failure.kind !== 'stopped' || failure.problem !== 'not-allowed') return failure;
			// Whom the user may not see may be on no list of theirs any more, or may have unsubscribed: that must not be lost.
			action = 'unsubscribe';
		}
		const answer = await changeLists(call, settings, { ids: [id], action, target_list_ids: [list] });
		return isSuccess(answer) ? { kind: 'done' } : failureOf(answer);
	},
	async find(call, settings, _listId, email) {
		const there = await findSubscriber(call, settings, email);
		if (there === null) return { kind: 'done', remoteId: null };
		return 'kind' in there ? there : { kind: 'done', remoteId: String(there.id) };
	},
};

/** Adds a subscriber that is there, unless they left. */
async function addExisting(
	call: CallService,
	settings: ServiceSettings,
	list: number,
	email: string,
): Promise<Added> {
	const there = await findSubscriber(call, settings, email);
	// It exists, by the first answer, and is on lists that the user may not see.
	if (there === null) return stopped('not-allowed');
	if ('kind' in there) return there;
	const status = statusOn(there, list);
	if (there.status === 'blocklisted' || status === 'unsubscribed') return refused('left-there');
	const done = { kind: 'done', remoteId: String(there.id) } as const;
	if (status === 'confirmed') return done;
	const body = { ids: [there.id], action: 'add', target_list_ids: [list], status: 'confirmed' };
	const added = await changeLists(call, settings, body);
	// A list that is gone is a 500 there: the row breaks a rule of its database.
	if (!isSuccess(added))
		return added.status === 500 ? missing(call, settings, list, later()) : failureOf(added);
	const after = readAnswer(oneSubscriber, await readSubscriber(call, settings, there.id));
	if (!after) return later();
	return statusOn(after.data, list) === null ? missing(call, settings, list) : done;
}

/** By search, and where a version has none or finds nothing, by an SQL expression. @returns null: none that the user may see */
async function findSubscriber(
	call: CallService,
	settings: ServiceSettings,
	email: string,
): Promise<Subscriber | Failure | null> {
	const address = email.toLowerCase();
	const search = `^${address.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
	const query = `subscribers.email = '${address.replaceAll("'", "''")}'`;
	for (const [name, value] of Object.entries({ search, query })) {
		const parameters = new URLSearchParams({ [name]: value, page: '1', per_page: '20' });
		const answer = await call({
			method: 'GET',
			path: `/api/subscribers?${parameters}`,
			headers: authOf(settings),
		});
		if (!isSuccess(answer)) {
			const failure = failureOf(answer);
			// The search was answered; where there is one, expressions need not be allowed.
			const isNeedless = name === 'query' && failure.kind === 'stopped' && failure.problem === 'not-allowed';
			return isNeedless ? null : failure;
		}
		const found = readAnswer(subscribers, answer);
		if (!found) return later();
		const there = found.data.results.find((one) => one.email.toLowerCase() === address);
		if (there) return there;
	}
	return null;
}

/** A list that did not take a subscriber: it is gone, or the user may not manage it. */
async function missing(
	call: CallService,
	settings: ServiceSettings,
	list: number,
	otherwise: Failure = stopped('not-allowed'),
): Promise<Failure> {
	const found = await call({ method: 'GET', path: `/api/lists/${list}`, headers: authOf(settings) });
	if (found.status === 404 || found.status === 400) return stopped('list-gone');
	return isSuccess(found) ? otherwise : failureOf(found);
}

/** A refusal that may be of the contact or of the list. */
async function explain(call: CallService, settings: ServiceSettings, list: number, answer: ServiceAnswer) {
	const failure = failureOf(answer);
	return answer.status === 500 ? missing(call, settings, list, failure) : failure;
}

const readSubscriber = (call: CallService, settings: ServiceSettings, id: number) =>
	call({ method: 'GET', path: `/api/subscribers/${id}`, headers: authOf(settings) });

const changeLists = (call: CallService, settings: ServiceSettings, body: object) =>
	call({ method: 'PUT', path: '/api/subscribers/lists', headers: authOf(settings), body });

const authOf = ({ user, apiKey }: ServiceSettings) => ({
	authorization: `Basic ${Buffer.from(`${user}:${apiKey}`).toString('base64')}`,
});
