import { z } from '#shared/lib/z.ts';
import {
	checked,
	isBadAddress,
	type ServiceModel,
	type StandInAnswer,
	type StandInCall,
	Undocumented,
} from './stand-in.ts';

type Subscription = 'unconfirmed' | 'confirmed' | 'unsubscribed';
interface Subscriber {
	id: number;
	email: string;
	name: string;
	status: 'enabled' | 'disabled' | 'blocklisted';
	attribs: Record<string, unknown>;
	lists: Map<number, Subscription>;
}

export interface ListmonkOptions {
	/** 3: no permissions, SQL only; 4: permissions; 5: a search too. */
	version?: 3 | 4 | 5;
	/** Lists that the user may manage and see; all when not given. */
	managed?: readonly string[];
	/** Sees all subscribers, whatever lists it manages (`subscribers:get_all`). */
	seesAll?: boolean;
	/** May search by SQL (`subscribers:sql_query`). */
	mayQuery?: boolean;
}

const refuse = (status: number, message: string): StandInAnswer => ({ status, body: { message } });
const yes: StandInAnswer = { status: 200, body: { data: true } };

const id = z.int().positive();
const create = z.strictObject({
	email: z.string(),
	name: z.string(),
	status: z.enum(['enabled', 'blocklisted']),
	lists: z.array(id).optional(),
	attribs: z.record(z.string(), z.unknown()).optional(),
	preconfirm_subscriptions: z.boolean().optional(),
});
const change = z.discriminatedUnion('action', [
	z.strictObject({
		action: z.literal('add'),
		...{ ids: z.array(id).min(1), target_list_ids: z.array(id).min(1) },
		status: z.enum(['confirmed', 'unconfirmed', 'unsubscribed']),
	}),
	z.strictObject({
		action: z.enum(['remove', 'unsubscribe']),
		...{ ids: z.array(id).min(1), target_list_ids: z.array(id).min(1) },
	}),
]);
const pageQuery = {
	page: z.coerce.number().int().min(1).optional(),
	per_page: z.coerce.number().int().min(1).optional(),
	order_by: z.enum(['name', 'status', 'created_at', 'updated_at']).optional(),
	order: z.enum(['ASC', 'DESC']).optional(),
};
const listsQuery = z.strictObject({ ...pageQuery, query: z.string().optional() });
const findQuery = z.strictObject({
	...pageQuery,
	query: z.string().optional(),
	search: z.string().optional(),
});

/** listmonk as its API is documented: https://listmonk.app/docs/apis/subscribers/, with what its versions do beside. */
export function listmonkModel(names: readonly string[], options: ListmonkOptions = {}): ServiceModel {
	const { version = 5, mayQuery = version === 3 } = options;
	const [user, apiKey] = ['foyer', 'Zx3fT9kLm2QpR7sV'];
	const lists = names.map((name, index) => ({ id: String(index + 3), name }));
	const subscribers: Subscriber[] = [];
	const mayManage = (list: number) => options.managed?.includes(String(list)) ?? true;
	const isList = (list: number) => lists.some((one) => one.id === String(list));
	const find = (email: string) => subscribers.find((one) => one.email === email.toLowerCase());
	const maySee = ({ lists: of }: Subscriber) =>
		options.managed === undefined || options.seesAll === true || [...of.keys()].some(mayManage);
	const show = (subscriber: Subscriber) => ({
		...{ id: subscriber.id, uuid: 'ea06b2e7-4b08-4697-bcfc-2a5c6dde8f1c', email: subscriber.email },
		...{ name: subscriber.name, attribs: subscriber.attribs, status: subscriber.status },
		lists: [...subscriber.lists]
			.filter(([list]) => isList(list))
			.map(([list, subscription_status]) => ({
				subscription_status,
				id: list,
				name: 'A list',
				type: 'public',
			})),
	});
	const insert = (email: string, name: string): Subscriber => {
		const subscriber: Subscriber = {
			...{ id: subscribers.length + 1, email: email.toLowerCase(), name, status: 'enabled', attribs: {} },
			lists: new Map(),
		};
		subscribers.push(subscriber);
		return subscriber;
	};
	const createSubscriber = (call: StandInCall): StandInAnswer => {
		const body = checked(create, call.body);
		if (isBadAddress(body.email)) return refuse(400, 'Invalid email.');
		if (body.name.length < 1 || body.name.length > 2_000) return refuse(400, 'Invalid name.');
		if (find(body.email)) return refuse(409, 'E-mail already exists.');
		const subscriber = insert(body.email, body.name);
		subscriber.attribs = body.attribs ?? {};
		// Lists that are not there, or that the user may not manage, are left out without a word.
		for (const list of (body.lists ?? []).filter((one) => isList(one) && mayManage(one)))
			subscriber.lists.set(list, body.preconfirm_subscriptions ? 'confirmed' : 'unconfirmed');
		return { status: 200, body: { data: show(subscriber) } };
	};
	const changeLists = (call: StandInCall): StandInAnswer => {
		const body = checked(change, call.body);
		const targets = body.target_list_ids.filter(mayManage);
		if (body.action === 'add' && !targets.every(isList))
			return refuse(500, 'Error adding subscriptions: violates foreign key constraint');
		for (const subscriber of subscribers.filter((one) => body.ids.includes(one.id)))
			for (const list of targets)
				if (body.action === 'add') subscriber.lists.set(list, body.status);
				else if (body.action === 'remove') subscriber.lists.delete(list);
				else if (subscriber.lists.has(list)) subscriber.lists.set(list, 'unsubscribed');
		return yes;
	};
	const query = (call: StandInCall): StandInAnswer => {
		const { query: sql, search, per_page = 20 } = checked(findQuery, call.query);
		if (sql !== undefined && version > 3 && !mayQuery)
			return refuse(403, 'Permission denied: subscribers:sql_query');
		let found = subscribers.filter(maySee);
		if (search !== undefined && version >= 5) {
			const pattern = new RegExp(search, 'i');
			found = found.filter(({ email, name }) => pattern.test(email) || pattern.test(name));
		}
		if (sql !== undefined) {
			// What may be requested; a quote inside is written twice.
			const [, literal] = /^subscribers\.email = '((?:[^']|'')*)'$/.exec(sql) ?? [];
			if (literal === undefined) return refuse(400, 'Error preparing subscriber query: syntax error');
			found = found.filter(({ email }) => email === literal.replaceAll("''", "'"));
		}
		const results = found.toReversed().slice(0, per_page).map(show);
		return {
			status: 200,
			body: { data: { results, query: sql ?? '', total: found.length, per_page, page: 1 } },
		};
	};
	const handle = (call: StandInCall): StandInAnswer => {
		const { method, path } = call;
		const showList = (list: { id: string; name: string }) => ({
			...{
				id: Number(list.id),
				uuid: 'ce13e971-c2ed-4069-bd0c-240e9a9f56f9',
				name: list.name,
				type: 'public',
			},
			...{ optin: 'double', tags: [] },
			subscriber_count: subscribers.filter((one) => one.lists.has(Number(list.id))).length,
		});
		if (path === '/api/subscribers' && method === 'POST') return createSubscriber(call);
		if (path === '/api/subscribers' && method === 'GET') return query(call);
		if (path === '/api/subscribers/lists' && method === 'PUT') return changeLists(call);
		if (path === '/api/lists' && method === 'GET') {
			const { per_page = 20 } = checked(listsQuery, call.query);
			const seen = lists.filter((one) => mayManage(Number(one.id)));
			const results = seen.slice(0, per_page).map(showList);
			return { status: 200, body: { data: { results, total: seen.length, per_page, page: 1 } } };
		}
		const [, kind, number] = /^\/api\/(lists|subscribers)\/(\d+)$/.exec(path) ?? [];
		if (kind === undefined || method !== 'GET') throw new Undocumented('no such path');
		if (kind === 'lists') {
			const list = lists.find((one) => one.id === number);
			return list ? { status: 200, body: { data: showList(list) } } : refuse(400, 'List not found');
		}
		const subscriber = subscribers.find((one) => one.id === Number(number));
		if (!subscriber) return refuse(400, `Subscriber (${number}: ) not found`);
		if (!maySee(subscriber)) return refuse(403, 'Permission denied: subscribers');
		return { status: 200, body: { data: show(subscriber) } };
	};
	return {
		...{ apiKey, user, lists, handle },
		refuseKey({ headers: { authorization = '' } }) {
			const basic = `Basic ${Buffer.from(`${user}:${apiKey}`).toString('base64')}`;
			const isRight = authorization === basic || (version > 3 && authorization === `token ${user}:${apiKey}`);
			if (isRight) return null;
			return version === 3 ? refuse(401, 'Unauthorized') : refuse(403, 'invalid API credentials');
		},
		failures: {
			revoked: version === 3 ? refuse(401, 'Unauthorized') : refuse(403, 'invalid API credentials'),
			notAllowed: refuse(403, 'Permission denied: subscribers:manage'),
			busy: { ...refuse(429, 'Too many requests'), headers: { 'retry-after': '7' } },
			error: refuse(500, 'Something unexpected went wrong'),
		},
		members: (listId) =>
			subscribers.flatMap((subscriber) => {
				const status = subscriber.lists.get(Number(listId));
				if (status === undefined) return [];
				const { email, name, attribs } = subscriber;
				const shown = status === 'confirmed' ? 'subscribed' : status === 'unconfirmed' ? 'pending' : status;
				return [
					{
						email,
						name,
						status: subscriber.status === 'blocklisted' ? 'blocklisted' : shown,
						more: { attribs },
					},
				];
			}),
		there(at) {
			if (at.kind === 'delete-list') {
				lists.splice(
					lists.findIndex((one) => one.id === at.listId),
					1,
				);
				return;
			}
			const subscriber = find(at.email) ?? insert(at.email, at.email);
			const list = Number(at.listId);
			if (at.kind === 'subscribe') subscriber.lists.set(list, 'confirmed');
			else if (at.kind === 'leave') subscriber.lists.set(list, 'unsubscribed');
			else if (at.kind === 'take-off') subscriber.lists.delete(list);
			else if (at.kind === 'forget') subscribers.splice(subscribers.indexOf(subscriber), 1);
			else subscriber.status = 'blocklisted';
		},
	};
}
