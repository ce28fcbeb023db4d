import { z } from '#shared/lib/z.ts';
import {
	checked,
	isBadAddress,
	type ServiceModel,
	type StandInAnswer,
	type StandInCall,
	Undocumented,
} from './stand-in.ts';

interface Contact {
	id: number;
	email: string;
	attributes: Record<string, string>;
	emailBlacklisted: boolean;
	listIds: Set<number>;
	listUnsubscribed: Set<number>;
}

const refuse = (status: number, code: string, message: string): StandInAnswer => ({
	status,
	body: { code, message },
});
const unauthorized = refuse(401, 'unauthorized', 'Key not found');
const listIsGone = refuse(404, 'document_not_found', 'List ID does not exist');

const id = z.int().positive();
const create = z.strictObject({
	email: z.string(),
	attributes: z.record(z.string().regex(/^[A-Z0-9_]+$/), z.string()).optional(),
	listIds: z.array(id).optional(),
	updateEnabled: z.boolean().optional(),
	emailBlacklisted: z.boolean().optional(),
});
const ids = z.strictObject({ ids: z.array(id).min(1).max(150) });
const listsQuery = z.strictObject({
	limit: z.coerce.number().int().min(0).max(50).optional(),
	offset: z.coerce.number().int().min(0).optional(),
	sort: z.enum(['asc', 'desc']).optional(),
});
const contactQuery = z.strictObject({
	identifierType: z.enum(['email_id', 'contact_id', 'ext_id']).optional(),
});

export interface BrevoOptions {
	/** Attributes of the account; others are refused. */
	attributes?: readonly string[];
}

/** Brevo as its API v3 is documented: https://developers.brevo.com/reference/. */
export function brevoModel(names: readonly string[], { attributes }: BrevoOptions = {}): ServiceModel {
	const known = attributes ?? ['FIRSTNAME', 'LASTNAME', 'SMS'];
	const apiKey = `xkeysib-${'0123456789abcdef'.repeat(4)}-AbCdEfGhIjKlMnOp`;
	const lists = names.map((name, index) => ({ id: String(index + 2), name }));
	const contacts: Contact[] = [];
	const find = (email: string) => contacts.find((one) => one.email === email.toLowerCase());
	const on = (list: number) => contacts.filter(({ listIds }) => listIds.has(list));
	const insert = (email: string): Contact => {
		const contact: Contact = {
			...{ id: contacts.length + 101, email: email.toLowerCase(), attributes: {}, emailBlacklisted: false },
			...{ listIds: new Set<number>(), listUnsubscribed: new Set<number>() },
		};
		contacts.push(contact);
		return contact;
	};
	const showList = (list: { id: string; name: string }) => ({
		...{ id: Number(list.id), name: list.name, folderId: 1 },
		...{ uniqueSubscribers: on(Number(list.id)).length, totalSubscribers: 0, totalBlacklisted: 0 },
	});
	const createContact = (call: StandInCall): StandInAnswer => {
		const body = checked(create, call.body);
		if (isBadAddress(body.email)) return refuse(400, 'invalid_parameter', 'Invalid email address');
		if (Object.keys(body.attributes ?? {}).some((name) => !known.includes(name)))
			return refuse(400, 'invalid_parameter', 'Attribute not found');
		if (body.listIds?.some((list) => !lists.some((one) => one.id === String(list))))
			return refuse(400, 'invalid_parameter', 'List ID does not exist');
		if (find(body.email))
			return body.updateEnabled
				? { status: 204 }
				: refuse(
						400,
						'duplicate_parameter',
						'Unable to create Contact, email is already associated with another Contact',
					);
		const contact = insert(body.email);
		contact.attributes = body.attributes ?? {};
		for (const list of body.listIds ?? []) contact.listIds.add(list);
		return { status: 201, body: { id: contact.id } };
	};
	const changeList = (call: StandInCall, list: number, action: 'add' | 'remove'): StandInAnswer => {
		const asked = checked(ids, call.body).ids;
		const isAdding = action === 'add';
		const success = asked.filter((one) => {
			const contact = contacts.find((known) => known.id === one);
			return contact !== undefined && contact.listIds.has(list) !== isAdding;
		});
		const what = isAdding ? 'already in' : 'already removed from';
		if (success.length === 0)
			return refuse(400, 'invalid_parameter', `Contact ${what} list and/or does not exist`);
		for (const contact of contacts.filter((one) => success.includes(one.id)))
			isAdding ? contact.listIds.add(list) : contact.listIds.delete(list);
		const failure = asked.filter((one) => !success.includes(one));
		return { status: 201, body: { contacts: { success, failure, total: success.length } } };
	};
	const handle = (call: StandInCall): StandInAnswer => {
		const { method, path } = call;
		if (path === '/v3/contacts' && method === 'POST') return createContact(call);
		if (path === '/v3/contacts/lists' && method === 'GET') {
			const { limit = 10, offset = 0 } = checked(listsQuery, call.query);
			const page = lists.slice(offset, offset + limit).map(showList);
			return { status: 200, body: { ...(page.length > 0 && { lists: page }), count: lists.length } };
		}
		const [, listId, action] = /^\/v3\/contacts\/lists\/(\d+)(?:\/contacts\/(add|remove))?$/.exec(path) ?? [];
		if (listId !== undefined) {
			const list = lists.find((one) => one.id === listId);
			if (!list) return listIsGone;
			if (action === undefined && method === 'GET') return { status: 200, body: showList(list) };
			if (method === 'POST' && (action === 'add' || action === 'remove'))
				return changeList(call, Number(listId), action);
			throw new Undocumented('no such method');
		}
		const [, identifier] = /^\/v3\/contacts\/([^/]+)$/.exec(path) ?? [];
		if (identifier === undefined || method !== 'GET') throw new Undocumented('no such path');
		checked(contactQuery, call.query);
		const contact = find(decodeURIComponent(identifier));
		return contact
			? { status: 200, body: show(contact) }
			: refuse(404, 'document_not_found', 'Contact does not exist');
	};
	return {
		...{ apiKey, user: '', lists, handle },
		refuseKey: ({ headers }) => (headers['api-key'] === apiKey ? null : unauthorized),
		failures: {
			revoked: unauthorized,
			notAllowed: refuse(403, 'permission_denied', 'You do not have access to this resource'),
			busy: {
				...refuse(429, 'too_many_requests', 'Too many requests'),
				headers: {
					'x-sib-ratelimit-limit': '10',
					'x-sib-ratelimit-remaining': '0',
					'x-sib-ratelimit-reset': '7',
				},
			},
			error: refuse(500, 'internal_error', 'Internal server error'),
		},
		members: (listId) =>
			on(Number(listId)).map((contact) => ({
				email: contact.email,
				name: [contact.attributes.FIRSTNAME, contact.attributes.LASTNAME].filter(Boolean).join(' '),
				status: contact.emailBlacklisted ? 'blocklisted' : 'subscribed',
				more: { id: contact.id, attributes: contact.attributes },
			})),
		there(change) {
			if (change.kind === 'delete-list') {
				lists.splice(
					lists.findIndex((one) => one.id === change.listId),
					1,
				);
				for (const contact of contacts) contact.listIds.delete(Number(change.listId));
				return;
			}
			const contact = find(change.email) ?? insert(change.email);
			const list = Number(change.listId);
			if (change.kind === 'subscribe') contact.listIds.add(list);
			else if (change.kind === 'take-off') contact.listIds.delete(list);
			else if (change.kind === 'forget') contacts.splice(contacts.indexOf(contact), 1);
			else if (change.kind === 'leave') {
				contact.listIds.delete(list);
				contact.listUnsubscribed.add(list);
			} else contact.emailBlacklisted = true;
		},
	};
}

const show = (contact: Contact) => ({
	...{ id: contact.id, email: contact.email, emailBlacklisted: contact.emailBlacklisted },
	...{ smsBlacklisted: false, createdAt: '2026-01-01T10:00:00.000+02:00', attributes: contact.attributes },
	listIds: [...contact.listIds],
	...(contact.listUnsubscribed.size > 0 && { listUnsubscribed: [...contact.listUnsubscribed] }),
});
