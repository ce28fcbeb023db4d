import { createHash } from 'node:crypto';
import { z } from '#shared/lib/z.ts';
import {
	checked,
	isBadAddress,
	type ServiceModel,
	type StandInAnswer,
	type StandInCall,
	type StandInMember,
	Undocumented,
} from './stand-in.ts';

type Status = 'subscribed' | 'unsubscribed' | 'cleaned' | 'pending' | 'transactional' | 'archived';
interface Member {
	email: string;
	status: Status;
	fields: Record<string, string>;
	tags: Set<string>;
	/** Left by a link of Mailchimp, bounced, or complained: cannot be subscribed by the API. */
	isInComplianceState: boolean;
	optedInAt: string | undefined;
}

const hashOf = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex');
const problem = (status: number, title: string, detail: string): StandInAnswer => ({
	status,
	headers: { 'content-type': 'application/problem+json; charset=utf-8' },
	body: {
		type: 'https://mailchimp.com/developer/marketing/docs/errors/',
		...{ title, status, detail, instance: 'a1b2c3d4-0000-0000-0000-000000000000' },
	},
});
const notFound = problem(404, 'Resource Not Found', 'The requested resource could not be found.');

const statuses = z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional']);
const mergeFields = z.record(z.string().regex(/^[A-Z0-9_]{1,10}$/), z.string().max(255));
const put = z.strictObject({
	email_address: z.string(),
	status_if_new: statuses,
	status: statuses.optional(),
	merge_fields: mergeFields.optional(),
	timestamp_opt: z.iso.datetime({ offset: true }).optional(),
});
const patch = z.strictObject({ status: statuses.optional(), merge_fields: mergeFields.optional() });
const tags = z.strictObject({
	tags: z.array(z.strictObject({ name: z.string().max(100), status: z.enum(['active', 'inactive']) })).min(1),
});
const fieldsQuery = z.strictObject({ fields: z.string().optional() });
const skipQuery = z.strictObject({ skip_merge_validation: z.enum(['true', 'false']).optional() });
const listsQuery = z.strictObject({
	fields: z.string().optional(),
	count: z.coerce.number().int().min(1).max(1_000).optional(),
	offset: z.coerce.number().int().min(0).optional(),
});

/** Mailchimp as its Marketing API 3.0 is documented: https://mailchimp.com/developer/marketing/api/. */
export function mailchimpModel(names: readonly string[]): ServiceModel {
	const apiKey = '0123456789abcdef0123456789abcdef-us6';
	const lists = names.map((name, index) => ({ id: `a1b2c3d4e${index}`, name }));
	const members = new Map<string, Map<string, Member>>(lists.map(({ id }) => [id, new Map()]));
	const forgotten = new Set<string>();
	const of = (listId: string) => members.get(listId) as Map<string, Member>;
	const showList = (list: { id: string; name: string }) => ({
		...{ id: list.id, web_id: 1, name: list.name, permission_reminder: 'You signed up.' },
		stats: { member_count: [...of(list.id).values()].filter((one) => one.status === 'subscribed').length },
	});
	const handle = (call: StandInCall): StandInAnswer => {
		const [, first, listId, second, hash, third, ...more] = call.path.slice(1).split('/');
		if (!call.path.startsWith('/3.0/lists') || first !== 'lists' || more.length > 0)
			throw new Undocumented('no such path');
		const list = lists.find(({ id }) => id === listId);
		if (listId === undefined) {
			if (call.method !== 'GET') throw new Undocumented('no such method');
			const { count = 10, offset = 0 } = checked(listsQuery, call.query);
			const page = lists.slice(offset, offset + count).map(showList);
			return { status: 200, body: { lists: page, total_items: lists.length } };
		}
		if (!list) return notFound;
		if (second !== 'members' || !/^[0-9a-f]{32}$/.test(hash ?? '')) throw new Undocumented('no such path');
		return handleMember(call, list.id, hash as string, third);
	};
	const handleMember = (call: StandInCall, listId: string, hash: string, part?: string): StandInAnswer => {
		const member = of(listId).get(hash);
		if (part === 'tags' && call.method === 'POST') {
			if (!member) return notFound;
			for (const { name, status } of checked(tags, call.body).tags)
				status === 'active' ? member.tags.add(name) : member.tags.delete(name);
			return { status: 204 };
		}
		if (part !== undefined) throw new Undocumented('no such path');
		if (call.method === 'GET') {
			checked(fieldsQuery, call.query);
			return member ? { status: 200, body: show(hash, member) } : notFound;
		}
		checked(skipQuery, call.query);
		if (call.method === 'PATCH') {
			const body = checked(patch, call.body);
			if (!member) return notFound;
			return change(hash, member, body.status, body.merge_fields);
		}
		if (call.method !== 'PUT') throw new Undocumented('no such method');
		const body = checked(put, call.body);
		if (hashOf(body.email_address) !== hash)
			return problem(400, 'Invalid Resource', 'The resource submitted could not be validated.');
		if (member) return change(hash, member, body.status, body.merge_fields);
		if (forgotten.has(`${listId} ${hash}`))
			return problem(
				400,
				'Forgotten Email Not Subscribed',
				`${body.email_address} was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.`,
			);
		if (isBadAddress(body.email_address))
			return problem(
				400,
				'Invalid Resource',
				`${body.email_address} looks fake or invalid, please enter a real email address.`,
			);
		const added: Member = {
			...{ email: body.email_address, status: body.status_if_new, fields: body.merge_fields ?? {} },
			...{ tags: new Set(), isInComplianceState: false, optedInAt: body.timestamp_opt },
		};
		of(listId).set(hash, added);
		return { status: 200, body: show(hash, added) };
	};
	const set = (listId: string, email: string, status: Status, isInComplianceState: boolean) => {
		const before = of(listId).get(hashOf(email));
		const blank = { email, fields: {}, tags: new Set<string>(), optedInAt: undefined };
		of(listId).set(hashOf(email), { ...(before ?? blank), status, isInComplianceState });
	};
	return {
		...{ apiKey, user: '', lists, handle },
		refuseKey: ({ headers }) => {
			const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '') ?? [];
			const [, key] = Buffer.from(encoded, 'base64').toString().split(':');
			return key === apiKey ? null : revoked;
		},
		failures: {
			revoked,
			notAllowed: problem(403, 'Forbidden', 'You are not permitted to access this resource.'),
			busy: problem(429, 'Too Many Requests', 'You have exceeded the limit of 10 simultaneous connections.'),
			error: problem(500, 'Internal Server Error', 'An unexpected internal error has occurred.'),
		},
		members: (listId) => [...of(listId).values()].map(present),
		there(change) {
			if (change.kind === 'delete-list') {
				lists.splice(
					lists.findIndex(({ id }) => id === change.listId),
					1,
				);
				return;
			}
			const { listId, email } = change;
			if (change.kind === 'subscribe') set(listId, email, 'subscribed', false);
			else if (change.kind === 'leave') set(listId, email, 'unsubscribed', true);
			else if (change.kind === 'take-off') set(listId, email, 'unsubscribed', false);
			else if (change.kind === 'archive') set(listId, email, 'archived', false);
			else if (change.kind === 'forget') {
				of(listId).delete(hashOf(email));
				forgotten.add(`${listId} ${hashOf(email)}`);
			} else set(listId, email, 'cleaned', true);
		},
	};
}

const revoked = problem(
	401,
	'API Key Invalid',
	'Your API key may be invalid, or you’ve attempted to access the wrong datacenter.',
);

/** An existing member is changed; `status_if_new` says nothing about them. */
function change(
	hash: string,
	member: Member,
	status?: Status,
	fields?: Record<string, string>,
): StandInAnswer {
	if (status === 'subscribed' && member.isInComplianceState)
		return problem(
			400,
			'Member In Compliance State',
			`${member.email} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
		);
	if (status) member.status = status;
	if (fields) member.fields = { ...member.fields, ...fields };
	return { status: 200, body: show(hash, member) };
}

const show = (hash: string, member: Member) => ({
	...{ id: hash, email_address: member.email, unique_email_id: 'f5a1b2c3', status: member.status },
	...{ merge_fields: member.fields, timestamp_opt: member.optedInAt ?? '', tags_count: member.tags.size },
	tags: [...member.tags].map((name, index) => ({ id: index + 1, name })),
});

const present = (member: Member): StandInMember => ({
	email: member.email,
	name: [member.fields.FNAME, member.fields.LNAME].filter(Boolean).join(' '),
	status: member.status === 'transactional' || member.status === 'archived' ? 'other' : member.status,
	more: { optedInAt: member.optedInAt, tags: [...member.tags], fields: member.fields },
});
